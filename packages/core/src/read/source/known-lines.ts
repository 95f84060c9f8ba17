import type { ByteSource, TextEncoding } from '../../bytes/byte-source.ts';
import { createLineIndexBuilder, defaultStrideBytes, type LineIndexEntry } from '../../bytes/line-index-builder.ts';
import type { Pace } from '../pace.ts';
import { scanSource } from './scan-source.ts';

/** How far a scan has to go: until the start of a line is known, or the line that a byte lies in. */
export interface ScanGoal {
  /** 1-based. */
  readonly line?: number;
  /** 0-based byte. */
  readonly offset?: number;
}

/** What is known of the lines of one file, from its start on. */
export interface KnownLines {
  /** Bytes from the start whose line feeds are counted. */
  readonly scannedBytes: number;
  /** Lines that start in those bytes. */
  readonly lineCount: number;
  /** Every line start among them lies less than this many bytes after one of `entries`, or after the start. */
  readonly strideBytes: number;
  readonly entries: readonly LineIndexEntry[];
  /**
   * Scans on until the goal is reached, or the end.
   *
   * Contract: `source` is the same file, perhaps grown. One scan at a time: a second one waits for the first. An abort
   * keeps what was scanned before it.
   * @throws SpillwayError `aborted`, or what the source throws.
   */
  scan(source: ByteSource, goal: ScanGoal, pace: Pace): Promise<void>;
}

const defaultMaxEntries = 65_536;

/**
 * Creates the knowledge of a file of which nothing is known.
 *
 * Contract: keeps at most `maxEntries`, however long the file is; from there on sparser ones.
 */
export function createKnownLines(encoding: TextEncoding, maxEntries: number = defaultMaxEntries): KnownLines {
  const builder = createLineIndexBuilder(encoding);
  const unitBytes = encoding === 'utf-8' ? 1 : 2;
  let entries: LineIndexEntry[] = [];
  let minGap = 0;
  let scannedBytes = 0;
  let scanning: Promise<void> = Promise.resolve();

  const add = (entry: LineIndexEntry): void => {
    if (entry.offset - (entries.at(-1)?.offset ?? 0) >= minGap) entries.push(entry);
    if (entries.length <= maxEntries) return;
    minGap = Math.max(2 * minGap, 2 * defaultStrideBytes);
    const all = entries;
    entries = [];
    for (const one of all) if (one.offset - (entries.at(-1)?.offset ?? 0) >= minGap) entries.push(one);
  };
  const isReached = ({ line = 0, offset = 0 }: ScanGoal): boolean =>
    (entries.at(-1)?.line ?? 1) >= line && scannedBytes >= offset;
  const scan = async (source: ByteSource, goal: ScanGoal, pace: Pace): Promise<void> => {
    // A character of two bytes whose second one is not written yet is left for the next scan.
    const end = source.byteLength - (source.byteLength % unitBytes);
    if (isReached(goal) || scannedBytes >= end) return;
    for await (const bytes of scanSource(source, scannedBytes, end, pace)) {
      for (const entry of builder.write(bytes)) add(entry);
      scannedBytes += bytes.length;
      if (isReached(goal)) return;
    }
  };
  return {
    get scannedBytes(): number {
      return scannedBytes;
    },
    get lineCount(): number {
      return builder.end().lineCount ?? 0;
    },
    get strideBytes(): number {
      // What was left out lay less than the gap of its time after an entry that may have been left out itself since, in
      // a gap that was double each time: together less than two of the last.
      return 2 * minGap + defaultStrideBytes;
    },
    get entries(): readonly LineIndexEntry[] {
      return entries;
    },
    async scan(source, goal, pace) {
      const before = scanning;
      const mine = before.then(() => scan(source, goal, pace));
      scanning = mine.catch(() => undefined);
      await mine;
    },
  };
}
