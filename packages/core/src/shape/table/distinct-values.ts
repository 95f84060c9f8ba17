import { type Cell, spacedText } from './cell.ts';

/** One value of a column that has few. */
export interface ValueCount {
  /** The value, without the quotes around it but with spaces; a long one is cut. */
  readonly text: string;
  readonly count: number;
  /** Records, 1-based, and the lines in which they start: the first few. */
  readonly records: readonly number[];
  readonly lines: readonly number[];
}

interface Value {
  readonly text: string;
  readonly records: number[];
  readonly lines: number[];
}

/** Up to this many different values are counted one by one. */
const maxValues = 32;
/** Up to this many are told apart; of measures and times fewer, as how many differ says little. */
const maxDistinct = 10_000;
const maxMeasures = 1_000;
const maxPlaces = 6;
const firstSlots = 128;
const prime = 0x01000193;

/**
 * Counts the different values of one column: each one while they are few, then how many there are.
 *
 * Contract: counts are exact (values are told apart by 64-bit hashes); past 32 values `values()` is undefined, past 10,000
 * (1,000 of measures and times) `isOver` is true and `count` is what was reached.
 */
export class DistinctValues {
  count = 0;
  isOver = false;
  #values: Value[] | undefined = [];
  readonly #counts: Int32Array = new Int32Array(maxValues);
  /** Three numbers to a slot: both hashes, and the place in `values` from 1 on. All zeros: free. */
  #slots: Int32Array = new Int32Array(firstSlots * 3);
  #mask = firstSlots - 1;

  /** Returns each value, where there are few. */
  values(): ValueCount[] | undefined {
    return this.#values?.map((value, index) => ({ ...value, count: this.#counts[index] as number }));
  }

  /** Adds the cell that is being read; returns whether its value is a new one of few. */
  add(cell: Cell, record: number, isMeasure: boolean): boolean {
    if (isMeasure && this.count > maxMeasures && !this.isOver) this.#close(maxMeasures);
    if (this.isOver) return false;
    const { bytes, from, length } = cell;
    const end = from + length;
    let first = cell.overflow > 0 ? cell.overflowHash ^ cell.overflow : 0;
    let second = first ^ length ^ ((cell.lead << 8) | (cell.trail << 20));
    for (let at = from; at < end; at++) {
      first = ((first << 5) - first + (bytes[at] as number)) | 0;
      second = Math.imul(second ^ (bytes[at] as number), prime);
    }
    if ((first | second) === 0) second = 1;
    return this.#count(mix(first), second, cell, record);
  }

  #count(first: number, second: number, cell: Cell, record: number): boolean {
    const slots = this.#slots;
    let at = (first & this.#mask) * 3;
    while ((slots[at] as number) !== first || (slots[at + 1] as number) !== second) {
      if (((slots[at] as number) | (slots[at + 1] as number)) === 0)
        return this.#insert(at, first, second, cell, record);
      at = at + 3 === slots.length ? 0 : at + 3;
    }
    if (this.#values === undefined) return false;
    const index = (slots[at + 2] as number) - 1;
    const count = (this.#counts[index] as number) + 1;
    this.#counts[index] = count;
    if (count <= maxPlaces || record === 1) addPlace(this.#values[index] as Value, record, cell.rowLine);
    return false;
  }

  #insert(at: number, first: number, second: number, cell: Cell, record: number): boolean {
    if (this.count === maxDistinct) {
      this.#close(maxDistinct);
      return false;
    }
    this.count++;
    if (this.count > maxValues) this.#values = undefined;
    else this.#counts[this.count - 1] = 1;
    this.#values?.push({ text: spacedText(cell), records: [record], lines: [cell.rowLine] });
    this.#slots.set([first, second, this.count], at);
    if (this.count * 4 > this.#slots.length) this.#grow();
    return this.#values !== undefined;
  }

  #close(count: number): void {
    this.isOver = true;
    this.count = count;
    this.#slots = new Int32Array(0);
  }

  #grow(): void {
    const old = this.#slots;
    const slots = new Int32Array(old.length * 2);
    this.#mask = slots.length / 3 - 1;
    for (let from = 0; from < old.length; from += 3) {
      const first = old[from] as number;
      if ((first | (old[from + 1] as number)) === 0) continue;
      let at = (first & this.#mask) * 3;
      while (((slots[at] as number) | (slots[at + 1] as number)) !== 0) at = at + 3 === slots.length ? 0 : at + 3;
      slots.set(old.subarray(from, from + 3), at);
    }
    this.#slots = slots;
  }
}

/** The first record may be added last, when it is known to be no header. */
function addPlace({ records, lines }: Value, record: number, line: number): void {
  const at = record === 1 ? 0 : records.length;
  records.splice(at, 0, record);
  lines.splice(at, 0, line);
  records.length = Math.min(records.length, maxPlaces);
  lines.length = records.length;
}

/** Spreads hashes that differ in their low bits only. */
function mix(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return once ^ (once >>> 16);
}
