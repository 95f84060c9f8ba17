import { incompleteTailLength } from '../../bytes/utf8-edge.ts';
import { lineText } from '../parts/line-text.ts';

/** One cell of a table. */
export interface Cell {
  /** The first bytes, without quotes and without spaces around them; `length` of them are in use. */
  readonly bytes: Uint8Array;
  readonly length: number;
  /** Bytes behind them, and their hash. */
  readonly overflow: number;
  readonly overflowHash: number;
  /** 1-based line in which the row starts. */
  readonly rowLine: number;
}

/** Writes a cell as text to be shown, a long one cut. */
export function cellText({ bytes, length, overflow }: Cell): string {
  const kept = bytes.subarray(0, length);
  if (overflow === 0) return lineText(kept);
  return `${lineText(kept.subarray(0, length - incompleteTailLength(kept)), true)}…`;
}

/** Copies a cell, as the next one takes the place of its bytes. */
export function copyCell({ bytes, length, overflow, overflowHash, rowLine }: Cell): Cell {
  return { bytes: bytes.slice(0, length), length, overflow, overflowHash, rowLine };
}
