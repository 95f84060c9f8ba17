import type { ByteSource } from '../../bytes/byte-source.ts';
import { afterLineFeed, countLineFeedsIn } from '../../bytes/line-feeds.ts';
import type { Pace } from '../pace.ts';
import { lineFeedLength, type ReadTarget } from './target.ts';

const chunkBytes = 262_144;

/**
 * Reads a range in chunks.
 *
 * Contract: chunks but the last are of even length, so UTF-16 stays aligned; the event loop gets its turns between
 * them. Ends early where the source does.
 * @throws SpillwayError `aborted`.
 */
async function* readChunks(
  source: ByteSource,
  start: number,
  end: number,
  pace: Pace,
): AsyncGenerator<{ readonly offset: number; readonly bytes: Uint8Array }, void, void> {
  for (let offset = start; offset < end; ) {
    if (pace.isDue()) await pace.rest();
    const bytes = await source.read(offset, Math.min(chunkBytes, end - offset));
    if (bytes.length === 0) return;
    yield { offset, bytes };
    offset += bytes.length;
  }
}

/** Counts the line feeds in `[start, end)`. Contract: in UTF-16 `start` is even. */
export async function countFeeds(target: ReadTarget, start: number, end: number, pace: Pace): Promise<number> {
  let count = 0;
  for await (const { bytes } of readChunks(target.source, start, end, pace)) {
    count += countLineFeedsIn(bytes, target.encoding);
  }
  return count;
}

/** Tells whether a line feed stands right before `offset`, so that `offset` is the start of a line. */
export async function endsWithLineFeed(target: ReadTarget, offset: number): Promise<boolean> {
  const length = lineFeedLength(target.encoding);
  if (offset < length || offset % length !== 0) return false;
  return afterLineFeed(await target.source.read(offset - length, length), 0, target.encoding) === length;
}

/** Finds the byte offset at which the `count`th line feed after `start` ends, or tells how many there were. */
export async function skipFeeds(
  target: ReadTarget,
  start: number,
  count: number,
  pace: Pace,
): Promise<{ readonly offset: number } | { readonly feeds: number }> {
  let left = count;
  if (left === 0) return { offset: start };
  for await (const { offset, bytes } of readChunks(target.source, start, target.source.byteLength, pace)) {
    const feeds = countLineFeedsIn(bytes, target.encoding);
    if (feeds < left) {
      left -= feeds;
      continue;
    }
    let at = 0;
    for (; left > 0; left--) at = afterLineFeed(bytes, at, target.encoding);
    return { offset: offset + at };
  }
  return { feeds: count - left };
}

/**
 * Finds the start of the line that `offset` lies in by looking back.
 *
 * Contract: reads at most `maxBytes` before `offset`; undefined when the line starts earlier.
 */
export async function lineStartBefore(
  target: ReadTarget,
  offset: number,
  maxBytes: number,
): Promise<number | undefined> {
  const unit = lineFeedLength(target.encoding);
  const lowest = Math.max(0, offset - maxBytes);
  for (let end = offset - (offset % unit), size = 4096; end > lowest; size *= 4) {
    const start = Math.max(lowest - (lowest % unit), end - size);
    const bytes = await target.source.read(start, end - start);
    const after = afterLastLineFeed(bytes, target);
    if (after >= 0) return start + after;
    end = start;
  }
  return lowest === 0 ? 0 : undefined;
}

/** Finds the position after the last line feed in bytes that start at an even offset, or -1. */
export function afterLastLineFeed(bytes: Uint8Array, target: Pick<ReadTarget, 'encoding'>): number {
  const unit = lineFeedLength(target.encoding);
  if (unit === 1) return bytes.lastIndexOf(0x0a) + 1 || -1;
  const low = target.encoding === 'utf-16le' ? 0 : 1;
  for (let at = bytes.lastIndexOf(0x0a); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(0x0a, at - 1)) {
    const start = at - low;
    if (start >= 0 && start % 2 === 0 && bytes[start + 1 - low] === 0) return start + 2;
  }
  return -1;
}
