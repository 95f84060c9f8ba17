import { instantiate } from './follow-lines-wasm.ts';
import type { LineScanner } from './line-scanner.ts';
import { maxValues, type TemplateTable } from './template-table.ts';

/** What wasm/follow-lines.ts exports. */
interface Follower {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Returns where the first line begins that was not followed. */
  follow(from: number, until: number, lineBefore: number, entries: number): number;
}

/* Where what lies, in bytes: wasm/follow-lines.ts tells. */
const entriesAt = 69_632;
const entryBytes = 3_584;
/** In an entry. */
const isStampedAt = 4;
const linesAt = 8;
const lastFollowedAt = 16;
const segmentsAt = 24;
const variablesAt = 160;
const literalsAt = 2_720;
/** In one of its variables. */
const variableBytes = 160;
const highestAt = 8;
const lowestSpellingAt = 16;
const highestSpellingAt = 20;
const knownAt = 24;
const valuesAt = 32;
const spellingsAt = 96;
const usesAt = 128;
const literalAlignment = 16;
const lastLineAt = 127_488;

/** Each reserves far more addresses than it has memory, so those that are done are used again. */
const spare: FollowerMemory[] = [];
const maxSpare = 4;

/** The memory of the compiled loop: lines to read, and the templates that it knows, each an entry. */
export class FollowerMemory {
  readonly #follower: Follower;
  readonly #bytes: Uint8Array;
  readonly #ints: Int32Array;
  readonly #floats: Float64Array;

  private constructor(follower: Follower) {
    this.#follower = follower;
    this.#bytes = new Uint8Array(follower.memory.buffer);
    this.#ints = new Int32Array(follower.memory.buffer);
    this.#floats = new Float64Array(follower.memory.buffer);
  }

  /** Contract: undefined where no code can be made at run time, or no memory is left. What was in it before is still there. */
  static take(): FollowerMemory | undefined {
    const used = spare.pop();
    if (used !== undefined) return used;
    const follower = instantiate() as Follower | undefined;
    return follower && new FollowerMemory(follower);
  }

  /** Gives it back; nothing else is legal afterwards. */
  release(): void {
    if (spare.length < maxSpare) spare.push(this);
  }

  /** Number of the last line that was followed. */
  get lineCount(): number {
    return this.#floats[lastLineAt / 8] as number;
  }

  /** Takes the lines that are read next. */
  load(lines: Uint8Array): void {
    this.#bytes.set(lines);
  }

  /** Returns where the first line begins that was not followed; `lineCount` lines are before `from`. */
  follow(from: number, until: number, lineCount: number, entries: number): number {
    return this.#follower.follow(from, until, lineCount, entries);
  }

  /** Writes the words before each number, and those behind the last one with the line feed. */
  writeLiterals(entry: number, scanner: LineScanner, bytes: Uint8Array, feed: number): void {
    const { starts, ends, variableCount, frameStart, stampEnd } = scanner;
    const base = entriesAt + entry * entryBytes;
    this.#ints[base / 4] = variableCount;
    this.#ints[(base + isStampedAt) / 4] = stampEnd > frameStart ? 1 : 0;
    this.#ints[(base + linesAt) / 4] = 0;
    let from = stampEnd;
    let place = literalsAt;
    for (let variable = 0; variable <= variableCount; variable++) {
      const until = variable === variableCount ? feed + 1 : (starts[variable] as number);
      this.#bytes.set(bytes.subarray(from, until), base + place);
      this.#ints.set([place, until - from], (base + segmentsAt) / 4 + variable * 2);
      place = Math.ceil((place + until - from) / literalAlignment) * literalAlignment;
      from = ends[variable] as number;
    }
  }

  /** Writes what a table knows of the numbers of a template; none of them is counted here yet. */
  writeNumbers(entry: number, table: TemplateTable, slot: number): void {
    const floats = this.#floats;
    const ints = this.#ints;
    const first = table.bases[slot] as number;
    for (let variable = 0; variable < this.#variableCount(entry); variable++) {
      const at = first + variable;
      const base = variableBase(entry, variable);
      floats[base / 8] = table.lows[at] as number;
      floats[(base + highestAt) / 8] = table.highs[at] as number;
      ints[(base + lowestSpellingAt) / 4] = table.lowSpellings[at] as number;
      ints[(base + highestSpellingAt) / 4] = table.highSpellings[at] as number;
      ints[(base + knownAt) / 4] = table.valueCounts[at] as number;
      const values = at * maxValues;
      floats.set(table.values.subarray(values, values + maxValues), (base + valuesAt) / 8);
      ints.set(table.valueSpellings.subarray(values, values + maxValues), (base + spellingsAt) / 4);
      const uses = (base + usesAt) / 4;
      ints.fill(0, uses, uses + maxValues);
    }
  }

  /** Counts in a table what was followed of a template, once. */
  settle(entry: number, table: TemplateTable, slot: number): void {
    const floats = this.#floats;
    const ints = this.#ints;
    const entryBase = entriesAt + entry * entryBytes;
    const lines = ints[(entryBase + linesAt) / 4] as number;
    if (lines === 0) return;
    ints[(entryBase + linesAt) / 4] = 0;
    table.addLines(slot, lines, floats[(entryBase + lastFollowedAt) / 8] as number);
    const first = table.bases[slot] as number;
    for (let variable = 0; variable < this.#variableCount(entry); variable++) {
      const at = first + variable;
      const base = variableBase(entry, variable);
      table.lows[at] = floats[base / 8] as number;
      table.highs[at] = floats[(base + highestAt) / 8] as number;
      table.lowSpellings[at] = ints[(base + lowestSpellingAt) / 4] as number;
      table.highSpellings[at] = ints[(base + highestSpellingAt) / 4] as number;
      const uses = (base + usesAt) / 4;
      for (let value = 0; value < maxValues; value++) {
        const index = at * maxValues + value;
        table.valueUses[index] = (table.valueUses[index] as number) + (ints[uses + value] as number);
        ints[uses + value] = 0;
      }
    }
  }

  #variableCount(entry: number): number {
    return this.#ints[(entriesAt + entry * entryBytes) / 4] as number;
  }
}

function variableBase(entry: number, variable: number): number {
  return entriesAt + entry * entryBytes + variablesAt + variable * variableBytes;
}
