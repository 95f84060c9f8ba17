import { cellText } from './cell.ts';
import { CellReader } from './cell-reader.ts';
import type { Dialect } from './dialect.ts';

const maxRows = 100;

/** Reads the cells of the first rows. Contract: at most 100 rows; `head` ends where a line ends. */
export function readHeadRows(head: Uint8Array, dialect: Dialect): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const reader = new CellReader(dialect, {
    onCell: (cell) => {
      if (rows.length < maxRows) row.push(cellText(cell));
    },
    onRow: () => {
      if (rows.length < maxRows) rows.push(row);
      row = [];
    },
  });
  reader.write(head);
  reader.end();
  return rows;
}
