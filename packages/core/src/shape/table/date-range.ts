import type { Cell } from './cell.ts';
import { Literal } from './literal.ts';

const plus = 0x2b;
const dash = 0x2d;
const dateBytes = 10;

/** The first and the last date of a column, as they stand there. */
export class DateRange {
  count = 0;
  /** Says that none was before the one above it. */
  isSorted = true;
  /** Says that some carry a zone other than Z, so that the order of their text is not the order of time. */
  hasZones = false;
  hasTimes = false;
  readonly first: Literal = new Literal();
  readonly last: Literal = new Literal();
  readonly #previous: Literal = new Literal();

  add({ bytes, from, length }: Cell): void {
    if (length > dateBytes) {
      this.hasTimes = true;
      if (!this.hasZones) this.hasZones = endsInZone(bytes, from, length);
    }
    if (this.isSorted) {
      if (this.#previous.compare(bytes, from, length) > 0) this.isSorted = false;
      this.#previous.set(bytes, from, length);
    }
    if (this.count === 0 || this.first.compare(bytes, from, length) > 0) this.first.set(bytes, from, length);
    if (this.count === 0 || this.last.compare(bytes, from, length) < 0) this.last.set(bytes, from, length);
    this.count++;
  }
}

function endsInZone(bytes: Uint8Array, from: number, length: number): boolean {
  for (let at = from + dateBytes; at < from + length; at++) if (bytes[at] === plus || bytes[at] === dash) return true;
  return false;
}
