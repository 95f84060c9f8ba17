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
    floorOffset: (offset) => findFloor(table, (entry) => entry.offset <= offset),
  };
}

async function findFloor(table: LineTable, isBefore: (entry: LineIndexEntry) => boolean): Promise<LineIndexEntry> {
  let best = start;
  let low = 0;
  let high = table.entryCount;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const entry = await table.entry(middle);
    if (isBefore(entry)) {
      best = entry;
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return best;
}
