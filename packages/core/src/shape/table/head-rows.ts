import { cellText } from './cell.ts';
import { CellReader } from './cell-reader.ts';
import type { Dialect } from './dialect.ts';

const mostRows = 100;

/** Reads the cells of the first rows. Contract: at most 100 rows; `head` ends where a line ends. */
export function readHeadRows(head: Uint8Array, dialect: Dialect): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const reader = new CellReader(dialect, {
    onCell: (cell) => {
      if (rows.length < mostRows) row.push(cellText(cell));
    },
    onRow: () => {
      if (rows.length < mostRows) rows.push(row);
      row = [];
    },
  });
  reader.write(head);
  reader.end();
  return rows;
}
