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

  add(bytes: Uint8Array, length: number): void {
    if (length > dateBytes) {
      this.hasTimes = true;
      if (!this.hasZones) this.hasZones = endsInZone(bytes, length);
    }
    if (this.isSorted) {
      if (this.#previous.compare(bytes, length) > 0) this.isSorted = false;
      this.#previous.set(bytes, length);
    }
    if (this.count === 0 || this.first.compare(bytes, length) > 0) this.first.set(bytes, length);
    if (this.count === 0 || this.last.compare(bytes, length) < 0) this.last.set(bytes, length);
    this.count++;
  }
}

function endsInZone(bytes: Uint8Array, length: number): boolean {
  for (let at = dateBytes; at < length; at++) if (bytes[at] === plus || bytes[at] === dash) return true;
  return false;
}
