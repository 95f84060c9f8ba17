import { incompleteTailLength } from '../../bytes/utf8-edge.ts';
import { lineText } from '../parts/line-text.ts';

const maxSpaces = 12;

/** One cell of a table. */
export interface Cell {
  /** Holds, from `from` on, the first `length` bytes of the cell, without quotes and without spaces around it. */
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly length: number;
  /** Bytes behind them, and their hash. */
  readonly overflow: number;
  readonly overflowHash: number;
  /** Spaces before and behind it; none of them count where cells are padded. */
  readonly lead: number;
  readonly trail: number;
  /** 1-based line in which the row starts. */
  readonly rowLine: number;
}

/** Writes a cell as text to be shown, a long one cut. */
export function cellText({ bytes, from, length, overflow }: Cell): string {
  const kept = bytes.subarray(from, from + length);
  if (overflow === 0) return lineText(kept);
  return `${lineText(kept.subarray(0, length - incompleteTailLength(kept)), true)}…`;
}

/** Writes a cell as `cellText` does, with the spaces around it. */
export function spacedText(cell: Cell): string {
  return ' '.repeat(Math.min(cell.lead, maxSpaces)) + cellText(cell) + ' '.repeat(Math.min(cell.trail, maxSpaces));
}

/** Copies a cell, as the next one takes the place of its bytes. */
export function copyCell({ bytes, from, length, overflow, overflowHash, lead, trail, rowLine }: Cell): Cell {
  return { bytes: bytes.slice(from, from + length), from: 0, length, overflow, overflowHash, lead, trail, rowLine };
}
