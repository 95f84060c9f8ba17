import { countLineFeeds } from '../../bytes/line-feeds.ts';

const lineFeed = 0x0a;
/** While the longest line is shorter, a plain loop beats one native search for each such stretch. */
const shortLineBytes = 64;

/** What a gauge learnt of a stream. */
export interface LineMeasures {
  /** A last newline is not a line. */
  readonly lineCount: number;
  /** 1-based number of the longest line, the first of several; 0 where there is no line. */
  readonly longestLine: number;
  /** Without its line feed. */
  readonly longestLineBytes: number;
  /** Bytes of the last line, without its line feed. */
  readonly lastLineBytes: number;
}

/** Counts the lines of a stream and finds the longest. */
export interface LineGauge {
  write(chunk: Uint8Array): void;
  measures(): LineMeasures;
}

/**
 * Creates a gauge for one stream of UTF-8.
 *
 * Contract: keeps numbers only. Once a long line is known, it looks from where a longer one would end backwards to the
 * last line feed, and so passes over most bytes unseen.
 */
export function createLineGauge(): LineGauge {
  let longestLine = 0;
  let longestLineBytes = 0;
  let lineFeeds = 0;
  let offset = 0;
  /** Positions in the stream. */
  let lineStart = 0;
  let endsLine = true;
  let lastFeed = -1;
  let feedBefore = -1;

  const grow = (line: number, byteLength: number): void => {
    longestLine = line;
    longestLineBytes = byteLength;
  };

  /** Returns where it stopped: at the end of the chunk or behind the first line that is not short. */
  const scanShort = (chunk: Uint8Array): number => {
    let line = lineFeeds;
    for (let at = 0; at < chunk.length; at++) {
      if (chunk[at] !== lineFeed) continue;
      line++;
      const byteLength = offset + at - lineStart;
      lineStart = offset + at + 1;
      if (byteLength <= longestLineBytes && longestLine > 0) continue;
      grow(line, byteLength);
      if (byteLength >= shortLineBytes) return at + 1;
    }
    return chunk.length;
  };

  const scanLong = (chunk: Uint8Array, start: number): void => {
    let from = start;
    let countedTo = 0;
    let line = lineFeeds + 1;
    while (from < chunk.length) {
      const probe = lineStart - offset + longestLineBytes;
      const last = chunk.lastIndexOf(lineFeed, Math.min(probe, chunk.length - 1));
      if (last >= from) {
        from = last + 1;
        lineStart = offset + from;
        continue;
      }
      const end = probe < chunk.length ? chunk.indexOf(lineFeed, probe + 1) : -1;
      if (end < 0) return;
      line += countLineFeeds(chunk, countedTo, end);
      countedTo = end;
      grow(line, offset + end - lineStart);
      from = end + 1;
      lineStart = offset + from;
    }
  };

  const noteLastFeeds = (chunk: Uint8Array): void => {
    const last = chunk.lastIndexOf(lineFeed);
    if (last < 0) return;
    const before = last > 0 ? chunk.lastIndexOf(lineFeed, last - 1) : -1;
    feedBefore = before < 0 ? lastFeed : offset + before;
    lastFeed = offset + last;
  };

  return {
    write(chunk) {
      if (chunk.length === 0) return;
      const start = longestLineBytes < shortLineBytes ? scanShort(chunk) : 0;
      scanLong(chunk, start);
      noteLastFeeds(chunk);
      lineFeeds += countLineFeeds(chunk);
      offset += chunk.length;
      endsLine = chunk[chunk.length - 1] === lineFeed;
    },
    measures() {
      const lineCount = lineFeeds + (endsLine ? 0 : 1);
      const lastBytes = offset - lineStart;
      const lastIsLongest = !endsLine && (lastBytes > longestLineBytes || longestLine === 0);
      return {
        lineCount,
        longestLine: lastIsLongest ? lineCount : longestLine,
        longestLineBytes: lastIsLongest ? lastBytes : longestLineBytes,
        lastLineBytes: endsLine ? Math.max(0, lastFeed - feedBefore - 1) : offset - lastFeed - 1,
      };
    },
  };
}
