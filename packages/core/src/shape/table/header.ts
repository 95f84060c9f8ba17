import type { Column } from './column.ts';

const name = /^[\p{L}_#][\p{L}\p{N}_ .()/%#:$-]{0,60}$/u;

/** Tells whether cells could name columns: filled, all different, and no numbers. */
export function areNames(cells: readonly string[]): boolean {
  return cells.length > 0 && new Set(cells).size === cells.length && cells.every((cell) => name.test(cell));
}

/**
 * Tells whether names stand above the columns rather than among their values.
 *
 * Contract: `columns` have learnt every record but the first. True where a column holds something other than text, and
 * where no name is one of the values of its column.
 */
export function areAbove(names: readonly string[], columns: readonly Column[]): boolean {
  const isTyped = columns.some((column) => !['text', 'empty'].includes(column.summary().type));
  return isTyped || names.every((cell, index) => columns[index]?.hasValue(cell) !== true);
}
