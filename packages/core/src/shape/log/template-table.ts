import { utf8ToString } from '../../bytes/decode.ts';
import type { LineScanner } from './line-scanner.ts';
import { spellingOf } from './number-spelling.ts';

/** Distinct values of one variable that are counted one by one. */
export const maxValues = 8;
/** Bytes kept of a value that is no number. */
const maxValueBytes = 64;

/** In `valueCounts`: there were more values than are kept. */
export const tooMany = 255;
const firstCapacity = 64;
const firstVariables = 256;

/**
 * Counts lines by template in bounded memory.
 *
 * Contract: counts, line numbers and ranges are exact, and numbers of the same value that are written in different ways
 * are two values; lines that find no slot are the caller's to count. About 260 bytes for each variable of each template.
 */
export class TemplateTable {
  size = 0;
  counts: Float64Array = new Float64Array(firstCapacity);
  firstLines: Float64Array = new Float64Array(firstCapacity);
  lastLines: Float64Array = new Float64Array(firstCapacity);
  /** Frames of a line that were drawn over: fewest and most. */
  minRedraws: Float64Array = new Float64Array(firstCapacity);
  maxRedraws: Float64Array = new Float64Array(firstCapacity);
  /** Where the variables of a slot start. */
  bases: Int32Array = new Int32Array(firstCapacity);
  /** By variable. */
  lows: Float64Array = new Float64Array(firstVariables);
  highs: Float64Array = new Float64Array(firstVariables);
  /** How the numbers in `lows` and `highs` are written. */
  lowSpellings: Int32Array = new Int32Array(firstVariables);
  highSpellings: Int32Array = new Int32Array(firstVariables);
  /** Values seen so far, or `tooMany`. */
  valueCounts: Uint8Array = new Uint8Array(firstVariables);
  /** By variable and value. */
  values: Float64Array = new Float64Array(firstVariables * maxValues);
  valueSpellings: Int32Array = new Int32Array(firstVariables * maxValues);
  valueLines: Float64Array = new Float64Array(firstVariables * maxValues);
  valueUses: Float64Array = new Float64Array(firstVariables * maxValues);
  /** What stands for a value that is no number, by its place in `values`. */
  readonly valueTexts: Map<number, string> = new Map();
  #variables = 0;
  /** The slot found last: most lines are like the one before. */
  #last = 0;
  #firsts = new Int32Array(firstCapacity);
  #seconds = new Int32Array(firstCapacity);
  #places = new Int32Array(firstCapacity * 4).fill(-1);

  /** Returns the slot of the scanned template; a new one has count 0. Returns -1 for a new one beyond `maxSlots`. */
  find(scanner: LineScanner, maxSlots: number): number {
    const { first, second } = scanner;
    const last = this.#last;
    if (this.#firsts[last] === first && this.#seconds[last] === second && last < this.size) return last;
    const mask = this.#places.length - 1;
    let place = (first ^ (second >>> 7)) & mask;
    for (let slot = this.#places[place] as number; slot >= 0; slot = this.#places[place] as number) {
      if (this.#firsts[slot] === first && this.#seconds[slot] === second) {
        this.#last = slot;
        return slot;
      }
      place = (place + 1) & mask;
    }
    return this.size < maxSlots ? this.#add(scanner) : -1;
  }

  /** Counts one line, which the scanner has just read from `bytes`, for its slot. */
  record(slot: number, line: number, scanner: LineScanner, bytes: Uint8Array, redraws: number): void {
    if (this.counts[slot] === 0) this.firstLines[slot] = line;
    this.#recordRedraws(slot, redraws);
    this.counts[slot] = (this.counts[slot] as number) + 1;
    this.lastLines[slot] = line;
    const base = this.bases[slot] as number;
    const { keys, variableCount } = scanner;
    const { lows, highs, valueCounts } = this;
    for (let variable = 0; variable < variableCount; variable++) {
      const key = keys[variable] as number;
      const at = base + variable;
      const known = valueCounts[at] as number;
      const isLow = key < (lows[at] as number);
      const isHigh = key > (highs[at] as number);
      if (known === tooMany && !isLow && !isHigh) continue;
      const start = scanner.starts[variable] as number;
      const end = scanner.ends[variable] as number;
      const spelling = key < 0 ? 0 : spellingOf(bytes, start, end);
      if (isLow) {
        lows[at] = key;
        this.lowSpellings[at] = spelling;
      }
      if (isHigh) {
        highs[at] = key;
        this.highSpellings[at] = spelling;
      }
      if (known === tooMany || this.#countKnown(at, known, key, spelling)) continue;
      if (known === maxValues) valueCounts[at] = tooMany;
      else this.#addValue(at, { key, spelling, line, token: bytes.subarray(start, end) });
    }
  }

  /** Counts lines of a slot that has some, none of them drawn over; their variables are the caller's to count. */
  addLines(slot: number, lines: number, lastLine: number): void {
    this.#recordRedraws(slot, 0);
    this.counts[slot] = (this.counts[slot] as number) + lines;
    this.lastLines[slot] = Math.max(this.lastLines[slot] as number, lastLine);
  }

  #recordRedraws(slot: number, redraws: number): void {
    if (this.counts[slot] === 0 || redraws < (this.minRedraws[slot] as number)) this.minRedraws[slot] = redraws;
    if (redraws > (this.maxRedraws[slot] as number)) this.maxRedraws[slot] = redraws;
  }

  #countKnown(at: number, known: number, key: number, spelling: number): boolean {
    const base = at * maxValues;
    for (let index = base; index < base + known; index++) {
      if (this.values[index] !== key || this.valueSpellings[index] !== spelling) continue;
      this.valueUses[index] = (this.valueUses[index] as number) + 1;
      return true;
    }
    return false;
  }

  #addValue(at: number, value: { key: number; spelling: number; line: number; token: Uint8Array }): void {
    const { key, spelling, line, token } = value;
    const known = this.valueCounts[at] as number;
    const index = at * maxValues + known;
    this.values[index] = key;
    this.valueSpellings[index] = spelling;
    this.valueLines[index] = line;
    this.valueUses[index] = 1;
    this.valueCounts[at] = known + 1;
    if (key >= 0) return;
    const text = utf8ToString(token.subarray(0, maxValueBytes));
    this.valueTexts.set(index, token.length > maxValueBytes ? `${text}…` : text);
  }

  #add({ first, second, variableCount }: LineScanner): number {
    if (this.size === this.counts.length) this.#growSlots();
    if (this.#variables + variableCount > this.lows.length) this.#growVariables();
    const slot = this.size++;
    const base = this.#variables;
    this.#variables += variableCount;
    this.#firsts[slot] = first;
    this.#seconds[slot] = second;
    this.bases[slot] = base;
    this.lows.fill(Number.POSITIVE_INFINITY, base, this.#variables);
    this.highs.fill(Number.NEGATIVE_INFINITY, base, this.#variables);
    this.#place(slot);
    return slot;
  }

  #place(slot: number): void {
    const mask = this.#places.length - 1;
    let place = ((this.#firsts[slot] as number) ^ ((this.#seconds[slot] as number) >>> 7)) & mask;
    while ((this.#places[place] as number) >= 0) place = (place + 1) & mask;
    this.#places[place] = slot;
  }

  #growSlots(): void {
    this.counts = grown(this.counts);
    this.firstLines = grown(this.firstLines);
    this.lastLines = grown(this.lastLines);
    this.minRedraws = grown(this.minRedraws);
    this.maxRedraws = grown(this.maxRedraws);
    this.bases = grown(this.bases);
    this.#firsts = grown(this.#firsts);
    this.#seconds = grown(this.#seconds);
    this.#places = new Int32Array(this.#places.length * 2).fill(-1);
    for (let slot = 0; slot < this.size; slot++) this.#place(slot);
  }

  #growVariables(): void {
    this.lows = grown(this.lows);
    this.highs = grown(this.highs);
    this.lowSpellings = grown(this.lowSpellings);
    this.highSpellings = grown(this.highSpellings);
    this.valueCounts = grown(this.valueCounts);
    this.valueSpellings = grown(this.valueSpellings);
    this.values = grown(this.values);
    this.valueLines = grown(this.valueLines);
    this.valueUses = grown(this.valueUses);
  }
}

function grown<T extends Float64Array | Uint8Array | Int32Array>(array: T): T {
  const bigger = new (array.constructor as new (length: number) => T)(array.length * 2);
  bigger.set(array as never);
  return bigger;
}
