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
/** Lines before those around an error that are read with them rather than by a call of their own. */
const maxBetween = 100;
/** Gutter and length of a single long line: the rest of a preview shows its start. */
const aroundLineBytes = 96;

/**
 * Suggests the lines around the gravest error, to read on behind the first `shownLines` lines, and the search that finds a
 * handful of errors; one page where the error is shown or stands close behind what is.
 */
export function suggestInFailure(details: ProseDetails, shownLines: number): Suggestion[] {
  const { lines } = details.errors;
  const gravest = lines.reduce(
    (worst, line) => (worst !== undefined && worst.rank >= line.rank ? worst : line),
    lines[0],
  );
  const [readOn] = suggestInText(details, shownLines);
  const pattern = errorPattern(details);
  const pages =
    gravest === undefined || gravest.line <= shownLines ? readOn : pagesTo(gravest.line, shownLines, readOn);
  return [pages ?? [], pattern === undefined ? [] : { kind: 'grep' as const, pattern }].flat();
}

/** The lines around one that stands behind the shown ones, and those between, on one page where they are few. */
function pagesTo(line: number, shownLines: number, readOn: Suggestion | undefined): Suggestion[] {
  const startLine = Math.max(shownLines + 1, line - linesBefore);
  const between = startLine - shownLines - 1;
  if (between <= maxBetween) return [{ kind: 'page', startLine: shownLines + 1, lineCount: between + linesAround }];
  const around: Suggestion = { kind: 'page', startLine, lineCount: linesAround };
  return readOn === undefined ? [around] : [around, readOn];
}

/** Suggests to read on behind the first `shownLines` lines. */
export function suggestInText({ lineCount }: ProseDetails, shownLines: number): Suggestion[] {
  if (lineCount === 0) return [];
  return [{ kind: 'page', startLine: Math.min(lineCount, shownLines + 1), lineCount: pageLines }];
}

/** Suggests to read on behind what is shown of a single line, and to search it for the error words that it holds. */
export function suggestInLine(details: ProseDetails, encoding: TextEncoding, previewBytes: number): Suggestion[] {
  const offset = offsetBehindStart(details, encoding, Math.max(0, previewBytes - aroundLineBytes));
  if (encoding === 'utf-8' && offset >= details.byteLength) return [];
  const pattern = errorPattern(details);
  return [{ kind: 'offset', offset }, ...(pattern === undefined ? [] : [{ kind: 'grep' as const, pattern }])];
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
