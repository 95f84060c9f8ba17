import type { TextEncoding } from './byte-source.ts';
import { concatBytes } from './concat.ts';
import { afterLineFeed, countLineFeedsIn } from './line-feeds.ts';

/** Where one line lies: byte positions, 0-based. CR is part of the line; LF is not. */
export interface LineRange {
  readonly start: number;
  /** End of the line's own bytes, exclusive. */
  readonly end: number;
  /** Where the next line would start; equal to `end` where the last line has no line feed. */
  readonly next: number;
}

/** One line of a stream. */
export interface ScannedLine {
  /** 1-based. */
  readonly line: number;
  /** Byte offset of the line's first byte in the stream. */
  readonly offset: number;
  /** The line without its line feed; valid until the next call where it lies in the caller's chunk. */
  readonly bytes: Uint8Array;
  readonly hasLineFeed: boolean;
}

/** Cuts a stream into lines across chunk seams. */
export interface LineScanner {
  /** Lines that have ended so far. */
  readonly lineCount: number;
  /** Yields the lines that end in this chunk. Each call's lines are all taken before the next call. */
  write(chunk: Uint8Array): Generator<ScannedLine, void, void>;
  /** Yields the last line when it has no line feed. */
  end(): Generator<ScannedLine, void, void>;
}

/**
 * Goes over the lines of one array.
 *
 * Contract: a last newline is not a line; LF alone ends a line. `bytes` starts at an even offset where it is UTF-16.
 */
export function* iterateLines(bytes: Uint8Array, encoding: TextEncoding = 'utf-8'): Generator<LineRange, void, void> {
  const feedBytes = encoding === 'utf-16le' || encoding === 'utf-16be' ? 2 : 1;
  for (let start = 0; start < bytes.length; ) {
    const next = afterLineFeed(bytes, start, encoding);
    if (next < 0) {
      yield { start, end: bytes.length, next: bytes.length };
      return;
    }
    yield { start, end: next - feedBytes, next };
    start = next;
  }
}

/** Counts the lines of one array. Contract: as `iterateLines`. */
export function countLines(bytes: Uint8Array, encoding: TextEncoding = 'utf-8'): number {
  const feeds = countLineFeedsIn(bytes, encoding);
  return feeds + (bytes.length > 0 && !endsWithLineFeed(bytes, encoding) ? 1 : 0);
}

/**
 * Creates a scanner for a stream that starts at offset 0.
 *
 * Contract: the same lines whatever the chunking. Holds at most one line that crosses a seam, in memory of its size.
 */
export function createLineScanner(encoding: TextEncoding = 'utf-8'): LineScanner {
  const feedBytes = encoding === 'utf-16le' || encoding === 'utf-16be' ? 2 : 1;
  let carried: Uint8Array[] = [];
  let carriedBytes = 0;
  let lineCount = 0;
  let offset = 0;

  const take = (line: Uint8Array, hasLineFeed: boolean): ScannedLine => {
    const start = offset;
    offset += line.length;
    lineCount++;
    const bytes = hasLineFeed ? line.subarray(0, line.length - feedBytes) : line;
    return { line: lineCount, offset: start, bytes, hasLineFeed };
  };
  const carry = (rest: Uint8Array): void => {
    if (rest.length === 0) return;
    carried.push(rest.slice());
    carriedBytes += rest.length;
  };
  const endOfCarried = (chunk: Uint8Array): number => {
    if (feedBytes === 1) return afterLineFeed(chunk, 0);
    // The seam may fall inside a two-byte unit: give the search the odd byte that precedes this chunk.
    if (carriedBytes % 2 === 0) return afterLineFeed(chunk, 0, encoding);
    const lastChunk = carried.at(-1) as Uint8Array;
    const joined = concatBytes([lastChunk.subarray(lastChunk.length - 1), chunk]);
    const at = afterLineFeed(joined, 0, encoding);
    return at < 0 ? -1 : at - 1;
  };

  return {
    get lineCount(): number {
      return lineCount;
    },
    *write(chunk: Uint8Array): Generator<ScannedLine, void, void> {
      let rest = chunk;
      if (carriedBytes > 0) {
        const end = endOfCarried(chunk);
        if (end < 0) return carry(chunk);
        const line = concatBytes([...carried, chunk.subarray(0, end)]);
        carried = [];
        carriedBytes = 0;
        rest = chunk.subarray(end);
        yield take(line, true);
      }
      let start = 0;
      for (let next = afterLineFeed(rest, 0, encoding); next >= 0; next = afterLineFeed(rest, start, encoding)) {
        yield take(rest.subarray(start, next), true);
        start = next;
      }
      carry(rest.subarray(start));
    },
    *end(): Generator<ScannedLine, void, void> {
      if (carriedBytes === 0) return;
      const line = concatBytes(carried);
      carried = [];
      carriedBytes = 0;
      yield take(line, false);
    },
  };
}

function endsWithLineFeed(bytes: Uint8Array, encoding: TextEncoding): boolean {
  const last = bytes.length - 1;
  if (encoding === 'utf-8' || encoding === 'binary') return bytes[last] === 0x0a;
  if (bytes.length % 2 === 1) return false;
  const [high, low] = encoding === 'utf-16le' ? [last, last - 1] : [last - 1, last];
  return bytes[low] === 0x0a && bytes[high] === 0;
}
