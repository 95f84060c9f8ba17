import type { FileHandle } from 'node:fs/promises';
import { readRange } from './read-range.ts';
import { isTornLine, tornMark } from './record-line.ts';
import { seqAt } from './seek-event.ts';

const firstChunkBytes = 4096;
const largestChunkBytes = 1_048_576;

/** How a record ends. */
export interface RecordTail {
  /** The number of the last event that was ever acknowledged; 0 when there is none. */
  readonly lastSeq: number;
  /** The file does not end in a line feed. */
  readonly isTorn: boolean;
}

/**
 * Reads the end of a record's events, which begin at `from`.
 *
 * Contract: reads from the end until a line has a number, that is one line as a rule; a line that was torn and closed
 * is passed over.
 */
export async function readTail(file: FileHandle, from: number, size: number): Promise<RecordTail> {
  let end = await lineFeedBefore(file, from, size);
  const isTorn = size > from && end !== size - 1;
  while (end !== undefined) {
    const before = await lineFeedBefore(file, from, end);
    const start = before === undefined ? from : before + 1;
    const seq = (await isTornBefore(file, start, end)) ? undefined : await seqAt(file, start);
    if (seq !== undefined) return { lastSeq: seq, isTorn };
    end = before;
  }
  return { lastSeq: 0, isTorn };
}

/** Finds the last line feed in a range. */
async function lineFeedBefore(file: FileHandle, from: number, end: number): Promise<number | undefined> {
  for (
    let to = end, chunkBytes = firstChunkBytes;
    to > from;
    chunkBytes = Math.min(2 * chunkBytes, largestChunkBytes)
  ) {
    const start = Math.max(from, to - chunkBytes);
    const at = (await readRange(file, start, to)).lastIndexOf(10);
    if (at >= 0) return start + at;
    to = start;
  }
  return undefined;
}

async function isTornBefore(file: FileHandle, start: number, end: number): Promise<boolean> {
  return isTornLine(await readRange(file, Math.max(start, end - tornMark.length), end));
}
