import { formatCount } from '../../bytes/count-words.ts';
import { formatGutter } from '../../bytes/gutter.ts';
import { afterLineFeed } from '../../bytes/line-feeds.ts';
import { trimPartialEnd, trimPartialStart } from '../../bytes/text-units.ts';
import { afterLastLineFeed } from '../source/line-scan.ts';
import { lineFeedLength, type ReadTarget } from '../source/target.ts';
import type { FoundMatch } from './found-match.ts';
import { type Row, type RowPart, toRowText } from './row.ts';

/** How much of a long line stands in a row: characters around the matches, and of a match itself. */
export interface RowSize {
  readonly around: number;
  readonly ofMatch: number;
  /** From the first match of a row to the last, in characters of one byte. */
  readonly across: number;
}

/** From the usual size down to what fits the smallest budget. */
export const rowSizes: readonly [RowSize, ...RowSize[]] = [
  { around: 80, ofMatch: 240, across: 240 },
  { around: 40, ofMatch: 80, across: 0 },
  { around: 12, ofMatch: 24, across: 0 },
  { around: 0, ofMatch: 8, across: 0 },
];

/** Lines up to this many characters of one byte are shown whole. */
export const wholeLineUnits = 600;

/** Tells whether a match's line is short enough to be shown whole. */
export function hasShortLine(match: FoundMatch, target: ReadTarget): boolean {
  if (match.lineRange === undefined) return false;
  return match.lineRange.end - match.lineRange.start <= wholeLineUnits * lineFeedLength(target.encoding);
}

/** Builds the row of a whole line with all its matches. */
export async function wholeLineRow(target: ReadTarget, matches: readonly [FoundMatch, ...FoundMatch[]]): Promise<Row> {
  const { line, lineRange = matches[0] } = matches[0];
  const bytes = await target.source.read(lineRange.start, lineRange.end - lineRange.start);
  const parts = splitAtMatches(bytes, lineRange.start, matches, target);
  const last = parts.at(-1);
  if (last !== undefined && !last.isMatch && last.text.endsWith('\r')) {
    parts[parts.length - 1] = { text: last.text.slice(0, -1), isMatch: false };
  }
  return { gutter: formatGutter(line, ':'), parts };
}

/** Counts the matches, from the first on, that one window onto their line takes. */
export function matchesInWindow(
  target: ReadTarget,
  matches: readonly [FoundMatch, ...FoundMatch[]],
  size: RowSize,
): number {
  const [first] = matches;
  const unit = lineFeedLength(target.encoding);
  let count = 1;
  while (count < matches.length) {
    const next = matches[count] as FoundMatch;
    const previous = matches[count - 1] as FoundMatch;
    if (next.start - previous.end > size.around * 2 * unit || next.end - first.start > size.across * unit) break;
    count++;
  }
  return count;
}

/** Builds the row of a window onto a long line, or onto binary content: matches and what stands around them. */
export async function windowRow(
  target: ReadTarget,
  matches: readonly [FoundMatch, ...FoundMatch[]],
  size: RowSize,
): Promise<Row> {
  const [first] = matches;
  const last = matches.at(-1) ?? first;
  const before = await textBefore(target, first.start, size.around);
  const middle =
    matches.length === 1
      ? [await clippedMatch(target, first, size)]
      : splitAtMatches(await target.source.read(first.start, last.end - first.start), first.start, matches, target);
  const after = await textAfter(target, last.end, size.around);
  const place = `@${first.start}: `;
  return {
    gutter: first.line === undefined ? place : formatGutter(first.line, ':') + place,
    parts: [{ text: before, isMatch: false }, ...middle, { text: after, isMatch: false }],
  };
}

function splitAtMatches(
  bytes: Uint8Array,
  offset: number,
  matches: readonly FoundMatch[],
  target: ReadTarget,
): RowPart[] {
  const parts: RowPart[] = [];
  let at = 0;
  const take = (end: number, isMatch: boolean): void => {
    parts.push({ text: toRowText(bytes.subarray(at, end), target.encoding), isMatch });
    at = end;
  };
  for (const match of matches) {
    take(match.start - offset, false);
    take(match.end - offset, true);
  }
  take(bytes.length, false);
  return parts;
}

async function clippedMatch(target: ReadTarget, match: FoundMatch, size: RowSize): Promise<RowPart> {
  const byteLength = match.end - match.start;
  const kept = size.ofMatch * lineFeedLength(target.encoding);
  const read = await target.source.read(match.start, Math.min(byteLength, kept));
  const bytes = byteLength <= kept ? read : trimPartialEnd(read, target.encoding);
  const rest = byteLength - bytes.length;
  const text = toRowText(bytes, target.encoding) + (rest === 0 ? '' : `…(+${formatCount(rest)} B)`);
  return { text, isMatch: true };
}

async function textBefore(target: ReadTarget, end: number, units: number): Promise<string> {
  const start = Math.max(0, end - units * lineFeedLength(target.encoding));
  const bytes = await target.source.read(start, end - start);
  const feed = target.encoding === 'binary' ? -1 : afterLastLineFeed(bytes, target);
  if (feed >= 0) return toRowText(bytes.subarray(feed), target.encoding);
  const cut = start === 0 ? '' : '…';
  return cut + toRowText(start === 0 ? bytes : trimPartialStart(bytes, target.encoding), target.encoding);
}

async function textAfter(target: ReadTarget, start: number, units: number): Promise<string> {
  const unit = lineFeedLength(target.encoding);
  const bytes = await target.source.read(start, units * unit);
  const feed = target.encoding === 'binary' ? -1 : afterLineFeed(bytes, 0, target.encoding);
  if (feed >= 0) return toRowText(bytes.subarray(0, feed - unit), target.encoding).replace(/\r$/, '');
  if (start + bytes.length >= target.source.byteLength) return toRowText(bytes, target.encoding);
  return `${toRowText(trimPartialEnd(bytes, target.encoding), target.encoding)}…`;
}
