import type { CellKind } from './cell-kind.ts';
import { Literal } from './literal.ts';

const mostExactDigits = 15;

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

  add(kind: CellKind, bytes: Uint8Array, length: number): void {
    const { value } = kind;
    if (value <= this.#previous) this.isAscending = false;
    this.#previous = value;
    if (this.count === 0 || value < this.#least || this.#isBeyond(kind, this.#least, this.least, bytes, length, -1)) {
      this.#least = value;
      this.least.set(bytes, length);
    }
    if (this.count === 0 || value > this.#most || this.#isBeyond(kind, this.#most, this.most, bytes, length, 1)) {
      this.#most = value;
      this.most.set(bytes, length);
    }
    this.count++;
  }

  /** Two integers that are the same double may still differ. */
  #isBeyond(kind: CellKind, value: number, literal: Literal, bytes: Uint8Array, length: number, sign: number): boolean {
    if (kind.value !== value || kind.digits <= mostExactDigits) return false;
    const [one, other] = [String.fromCharCode(...bytes.subarray(0, length)), literal.text()];
    if (!/^[+-]?\d+$/u.test(one) || !/^[+-]?\d+$/u.test(other)) return false;
    const difference = BigInt(one.replace('+', '')) - BigInt(other.replace('+', ''));
    return sign < 0 ? difference < 0n : difference > 0n;
  }
}
