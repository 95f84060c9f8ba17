import type { TextEncoding } from '../../bytes/byte-source.ts';
import { takeEscaped } from '../../bytes/escaped-length.ts';
import { utf8Length } from '../../bytes/utf8-length.ts';
import type { Suggestion } from '../shape.ts';
import type { ProseDetails } from './prose-details.ts';

/** Matches above which a search is no shortcut. */
const maxMatches = 50;
const pageLines = 400;
const linesAround = 40;
const linesBefore = 5;
/** Gutter and length of a single long line: the rest of a preview shows its start. */
const aroundLineBytes = 96;

/** Suggests the lines around the gravest error, and the search that finds a handful of them. */
export function suggestInFailure(details: ProseDetails): Suggestion[] {
  const { lines } = details.errors;
  const gravest = lines.reduce(
    (worst, line) => (worst !== undefined && worst.rank >= line.rank ? worst : line),
    lines[0],
  );
  const startLine = Math.max(1, (gravest?.line ?? details.lineCount - linesAround + 1) - linesBefore);
  const pattern = errorPattern(details);
  const page: Suggestion = { kind: 'page', startLine, lineCount: linesAround };
  return pattern === undefined ? [page] : [page, { kind: 'grep', pattern }];
}

/** Suggests to read on behind the first `shownLines` lines, or behind what is shown of a single line. */
export function suggestInText(
  details: ProseDetails,
  shownLines: number,
  encoding: TextEncoding,
  previewBytes: number,
): Suggestion[] {
  const { lineCount } = details;
  if (lineCount === 0) return [];
  if (lineCount === 1) {
    const offset = offsetBehindStart(details, encoding, Math.max(0, previewBytes - aroundLineBytes));
    return encoding === 'utf-8' && offset >= details.byteLength ? [] : [{ kind: 'offset', offset }];
  }
  return [{ kind: 'page', startLine: Math.min(lineCount, shownLines + 1), lineCount: pageLines }];
}

/** Where a folded or named start is shown, reading begins at 0: how far the preview goes cannot be told. */
function offsetBehindStart(
  { start, markBytes, head }: ProseDetails,
  encoding: TextEncoding,
  shownBytes: number,
): number {
  const shown = start.slice(0, takeEscaped(start, shownBytes));
  if (shown === '' || !head[0]?.text.startsWith(shown)) return 0;
  return encoding === 'utf-8' ? markBytes + utf8Length(shown) : shown.length * 2;
}

/** All patterns that were found, or the rarest where together they match too much. */
function errorPattern({ errors }: ProseDetails): string | undefined {
  const patterns = errors.patterns ?? [];
  if (patterns.length === 0) return undefined;
  if (errors.lineCount <= maxMatches) return patterns.map(({ pattern }) => pattern).join('|');
  const rarest = patterns.reduce((least, pattern) => (pattern.lineCount < least.lineCount ? pattern : least));
  return rarest.lineCount <= maxMatches ? rarest.pattern : undefined;
}
