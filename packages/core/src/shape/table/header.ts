import type { Column } from './column.ts';

const name = /^[\p{L}_#][\p{L}\p{N}_ .()/%#:$-]{0,60}$/u;

/** Tells whether cells could name columns: filled, not all the same, and no numbers. */
export function areNames(cells: readonly string[]): boolean {
  const different = new Set(cells).size;
  return different >= Math.min(2, cells.length) && different > 0 && cells.every((cell) => name.test(cell));
}

/** Returns the names that several columns have, each with their number. */
export function repeatedNames(cells: readonly string[]): readonly { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return Array.from(counts, ([cell, count]) => ({ name: cell, count })).filter(({ count }) => count > 1);
}

/**
 * Tells whether names stand above the columns rather than among their values.
 *
 * Contract: `columns` have learnt every record but the first. True where a column holds something other than text, and
 * where no name is given twice or is one of the values of its column.
 */
export function areAbove(names: readonly string[], columns: readonly Column[]): boolean {
  const isTyped = columns.some((column) => !['text', 'empty'].includes(column.summary().type));
  return (
    isTyped ||
    (repeatedNames(names).length === 0 && names.every((cell, index) => columns[index]?.hasValue(cell) !== true))
  );
}
