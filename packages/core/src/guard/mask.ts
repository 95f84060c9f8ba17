import type { ByteRange } from '../handle/handle.ts';
import type { KeyRange } from './key-range.ts';

/** What a run of withheld bytes begins with; blanks fill the rest of it. */
const maskText = '[key withheld]';
const mask: Uint8Array = Buffer.from(maskText);
const blank = 0x20;
const base64Mask: Uint8Array = Buffer.from(Buffer.from(`${maskText} `).toString('base64'));

/**
 * Overwrites withheld bytes, each run with `[key withheld]` and blanks, in its own encoding; in base64 with base64 of that.
 *
 * Contract: changes `bytes`, which begin at the position `at` of their stream, and only where a range lies; length, line
 * ends and everything between the runs stay. Ranges may reach beyond the bytes: every part is masked as the whole is.
 */
export function maskRanges(bytes: Uint8Array, at: number, ranges: readonly KeyRange[]): void {
  for (const range of ranges) {
    const end = Math.min(bytes.length, range.end - at);
    for (let index = Math.max(0, range.start - at); index < end; index++) {
      bytes[index] = maskByte(range, index + at - range.start);
    }
  }
}

function maskByte({ units, isBase64 }: KeyRange, index: number): number {
  if (units !== undefined && index % 2 !== units.low) return 0;
  const at = units === undefined ? index : index >> 1;
  return (isBase64 ? base64Mask[at % base64Mask.length] : mask[at]) ?? blank;
}

/** Returns the ranges that lie at least partly in `[start, end)`. */
export function rangesWithin<Range extends ByteRange>(ranges: readonly Range[], start: number, end: number): Range[] {
  return ranges.filter((range) => range.end > start && range.start < end);
}

/** Counts the bytes of ranges that lie in `[start, end)`. */
export function countWithheldIn(ranges: readonly ByteRange[], start: number, end: number): number {
  const within = rangesWithin(ranges, start, end);
  return within.reduce((sum, range) => sum + Math.min(end, range.end) - Math.max(start, range.start), 0);
}
