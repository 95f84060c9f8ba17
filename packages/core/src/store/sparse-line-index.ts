import type { LineIndex } from '../bytes/byte-source.ts';
import { defaultStrideBytes, type LineIndexEntry } from '../bytes/line-index-builder.ts';

/** Line starts in ascending order, wherever they lie. */
export interface LineTable {
  readonly entryCount: number;
  entry(index: number): LineIndexEntry | Promise<LineIndexEntry>;
}

const start: LineIndexEntry = { line: 1, offset: 0 };

/**
 * Makes a line index of a table of line starts.
 *
 * Contract: asks the table for O(log n) entries a call and keeps none.
 */
export function createSparseLineIndex(table: LineTable, lineCount: number | undefined): LineIndex {
  return {
    ...(lineCount !== undefined && { lineCount }),
    strideBytes: defaultStrideBytes,
    floor: (line) => findFloor(table, (entry) => entry.line <= line),
    floorOffset: (offset) =>
      findFloor(table, (entry) => entry.offset <= offset, Math.floor(offset / defaultStrideBytes) - 1),
  };
}

/** Finds the last entry before a place; `guess` is where it lies if no line is longer than a stride. */
async function findFloor(
  table: LineTable,
  isBefore: (entry: LineIndexEntry) => boolean,
  guess?: number,
): Promise<LineIndexEntry> {
  let best = start;
  let low = 0;
  let high = table.entryCount;
  const probe = async (index: number): Promise<void> => {
    const entry = await table.entry(index);
    if (isBefore(entry)) {
      best = entry;
      low = index + 1;
    } else {
      high = index;
    }
  };
  if (guess !== undefined) {
    for (const index of [guess, guess + 1]) if (index >= low && index < high) await probe(index);
  }
  while (low < high) await probe(Math.floor((low + high) / 2));
  return best;
}
