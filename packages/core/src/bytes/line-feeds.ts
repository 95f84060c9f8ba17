import type { TextEncoding } from './byte-source.ts';
import { countLineFeedsWide } from './count-line-feeds-wide.ts';

const lineFeed = 0x0a;
/** Below this many bytes a line, a plain loop beats one native search a line. */
const shortLineBytes = 24;
const blockBytes = 16_384;
const minWideBytes = 4096;

/**
 * Counts the bytes 0x0A in `[start, end)`.
 *
 * Contract: about 4 ms for 64 MB, however long the lines are.
 */
export function countLineFeeds(bytes: Uint8Array, start = 0, end: number = bytes.length): number {
  const wide = end - start >= minWideBytes ? countLineFeedsWide(bytes.subarray(start, end)) : undefined;
  if (wide !== undefined) return wide;
  let count = 0;
  for (let from = start; from < end; ) {
    const blockEnd = Math.min(end, from + blockBytes);
    const maxSearches = (blockEnd - from) / shortLineBytes;
    let searches = 0;
    while (from < blockEnd && searches < maxSearches) {
      const at = bytes.indexOf(lineFeed, from);
      if (at < 0 || at >= end) return count;
      count++;
      searches++;
      from = at + 1;
    }
    for (; from < blockEnd; from++) if (bytes[from] === lineFeed) count++;
  }
  return count;
}

/**
 * Finds the first byte after the next line feed at or after `from`, or -1.
 *
 * Contract: `from` and the returned index are positions in `bytes`. In UTF-16 only a line feed at an even distance from
 * position 0 counts, so `bytes` starts at an even offset of its source.
 */
export function afterLineFeed(bytes: Uint8Array, from: number, encoding: TextEncoding = 'utf-8'): number {
  if (encoding === 'utf-8' || encoding === 'binary') return bytes.indexOf(lineFeed, from) + 1 || -1;
  const position = encoding === 'utf-16le' ? 0 : 1;
  for (let at = bytes.indexOf(lineFeed, from); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
    const unit = at - position;
    if (unit >= from && unit % 2 === 0 && bytes[unit + 1 - position] === 0) return unit + 2;
  }
  return -1;
}

/**
 * Counts the line feeds of a text in any encoding, under the same terms as `afterLineFeed`.
 *
 * Contract: returns the number of line feeds, not of lines.
 */
export function countLineFeedsIn(bytes: Uint8Array, encoding: TextEncoding): number {
  if (encoding === 'utf-8' || encoding === 'binary') return countLineFeeds(bytes);
  const position = encoding === 'utf-16le' ? 0 : 1;
  let count = 0;
  for (let unit = 0; unit + 1 < bytes.length; unit += 2) {
    if (bytes[unit + position] === lineFeed && bytes[unit + 1 - position] === 0) count++;
  }
  return count;
}
