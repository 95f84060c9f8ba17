import { type Cell, cellText } from './cell.ts';
import type { CellKind } from './cell-kind.ts';
import { Literal } from './literal.ts';

const maxExactDigits = 15;

/** The smallest and the largest number of a column, as they stand there. */
export class NumberRange {
  /** Says that each number was above the one before. */
  isAscending = true;
  count = 0;
  readonly least: Literal = new Literal();
  readonly most: Literal = new Literal();
  #least = 0;
  #most = 0;
  #previous = Number.NEGATIVE_INFINITY;

  add(kind: CellKind, cell: Cell): void {
    const { value } = kind;
    const { bytes, from, length } = cell;
    if (value <= this.#previous) this.isAscending = false;
    this.#previous = value;
    const isLong = kind.digits > maxExactDigits;
    if (
      this.count === 0 ||
      value < this.#least ||
      (isLong && this.#isBeyond(value, this.#least, this.least, cell, -1))
    ) {
      this.#least = value;
      this.least.set(bytes, from, length);
    }
    if (this.count === 0 || value > this.#most || (isLong && this.#isBeyond(value, this.#most, this.most, cell, 1))) {
      this.#most = value;
      this.most.set(bytes, from, length);
    }
    this.count++;
  }

  /** Two long integers that are the same double may still differ. */
  #isBeyond(value: number, extreme: number, literal: Literal, cell: Cell, sign: number): boolean {
    if (value !== extreme) return false;
    const [one, other] = [cellText(cell), literal.text()];
    if (!/^[+-]?\d+$/u.test(one) || !/^[+-]?\d+$/u.test(other)) return false;
    const difference = BigInt(one.replace('+', '')) - BigInt(other.replace('+', ''));
    return sign < 0 ? difference < 0n : difference > 0n;
  }
}
