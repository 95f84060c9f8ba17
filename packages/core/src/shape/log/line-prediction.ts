import { maxExactDigits } from './line-tokens.ts';

const lineFeed = 0x0a;
const maxLiteralBytes = 512;
const zero = 0x30;

/** What a scanner found in a line. */
export interface ScannedLine {
  first: number;
  second: number;
  variableCount: number;
  readonly keys: Float64Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/**
 * Reads a line that is like one before it, without hashing it: most lines of a log are.
 *
 * Contract: follows only lines whose scan would give the same hashes and the same variables, so it changes nothing but
 * the time. It knows one template, of words that stay and plain numbers.
 */
export class LinePrediction {
  #first = 0;
  #second = 0;
  #seed = 0;
  #count = -1;
  readonly #literals = new Uint8Array(maxLiteralBytes);
  /** Where in `literals` the words before each number end, and those behind the last one. */
  readonly #stops: Int32Array;

  constructor(maxVariables: number) {
    this.#stops = new Int32Array(maxVariables + 1);
  }

  /**
   * Learns from a line between its timestamp and its line feed, whose variables are all plain numbers: digits that no
   * letter, joiner or digit beside them could make a part of something else.
   */
  learn(bytes: Uint8Array, place: { start: number; end: number; seed: number }, line: ScannedLine): void {
    let filled = 0;
    let from = place.start;
    this.#count = -1;
    for (let variable = 0; variable <= line.variableCount; variable++) {
      const until = variable === line.variableCount ? place.end : (line.starts[variable] as number);
      if (filled + until - from > maxLiteralBytes) return;
      this.#literals.set(bytes.subarray(from, until), filled);
      filled += until - from;
      this.#stops[variable] = filled;
      from = line.ends[variable] as number;
    }
    this.#count = line.variableCount;
    this.#seed = place.seed;
    this.#first = line.first;
    this.#second = line.second;
  }

  /** Returns the position of the line feed, with what is found in `line`; -1 where the line is another one. */
  follow(bytes: Uint8Array, start: number, seed: number, line: ScannedLine): number {
    const count = this.#count;
    if (count < 0 || seed !== this.#seed) return -1;
    const { keys, starts, ends } = line;
    const literals = this.#literals;
    let at = start;
    let literal = 0;
    for (let variable = 0; ; variable++) {
      const stop = this.#stops[variable] as number;
      while (literal < stop) if (bytes[at++] !== literals[literal++]) return -1;
      if (variable === count) break;
      const from = at;
      let key = 0;
      let value = (bytes[at] as number) - zero;
      while (value >= 0 && value <= 9) {
        key = key * 10 + value;
        value = (bytes[++at] as number) - zero;
      }
      if (at === from || at - from > maxExactDigits) return -1;
      keys[variable] = key;
      starts[variable] = from;
      ends[variable] = at;
    }
    if (bytes[at] !== lineFeed) return -1;
    line.first = this.#first;
    line.second = this.#second;
    line.variableCount = count;
    return at;
  }
}
