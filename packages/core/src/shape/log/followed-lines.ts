import { instantiate } from './follow-lines-wasm.ts';
import type { LineScanner } from './line-scanner.ts';
import { maxValues, type TemplateTable } from './template-table.ts';

/** What wasm/follow-lines.ts exports; it tells how the memory is laid out. */
interface Follower {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Returns where the first line begins that was not followed. */
  follow(from: number, until: number, lineBefore: number, entries: number): number;
}

export { canInstantiate as canFollow } from './follow-lines-wasm.ts';

const windowBytes = 65_536;
const maxEntries = 16;
const entriesAt = 69_632;
const entryBytes = 3_584;
const segmentsAt = 24;
const variablesAt = 160;
const variableBytes = 160;
const literalsAt = 2_720;
const maxLiteralBytes = 512;
const literalAlignment = 16;
const lastLineAt = 127_488;
const lineFeed = 0x0a;
/** Counts in the memory have 32 bits: they are settled in good time. */
const linesBeforeSettling = 1 << 30;
/** Lines that a template must have before it is worth following. */
const minCount = 2;

/**
 * Counts lines that are like lines before them, without a hash and without a step of JavaScript for each: most lines of a
 * log are. It knows the commonest templates of words and plain numbers, and counts for the table.
 *
 * Contract: follows only lines that a scan would find to be of the template, and none whose number is a new value where
 * values are counted one by one; so it changes nothing but the time. What it has counted is in the table after `settle`.
 */
export class FollowedLines {
  /** Lines up to where the last `follow` stopped. */
  lineCount = 0;
  readonly #table: TemplateTable;
  readonly #follower = instantiate() as Follower;
  readonly #bytes = new Uint8Array(this.#follower.memory.buffer);
  readonly #ints = new Int32Array(this.#follower.memory.buffer);
  readonly #floats = new Float64Array(this.#follower.memory.buffer);
  /** By entry. */
  readonly #slots: number[] = [];
  readonly #entries = new Map<number, number>();
  /** Lines that a template must have to take the place of another. */
  #worth = minCount;
  #chunk: Uint8Array = new Uint8Array(0);
  #end = 0;
  #settledLines = 0;
  #windowStart = 0;
  #windowEnd = 0;

  constructor(table: TemplateTable) {
    this.#table = table;
  }

  /** Looks at a chunk, whose whole lines end before `end`. */
  open(chunk: Uint8Array, end: number): void {
    if (this.lineCount - this.#settledLines > linesBeforeSettling) this.settleAll();
    this.#chunk = chunk;
    this.#end = end;
    this.#windowEnd = 0;
  }

  /** Returns where the first line at or after `from` begins that is another one, or the end. */
  follow(from: number, lineCount: number): number {
    let at = from;
    this.lineCount = lineCount;
    while (at < this.#end && (at < this.#windowEnd || this.#load(at))) {
      const until = this.#windowEnd - this.#windowStart;
      at = this.#windowStart + this.#follower.follow(at - this.#windowStart, until, this.lineCount, this.#slots.length);
      this.lineCount = this.#floats[lastLineAt / 8] as number;
      if (at < this.#windowEnd) break;
    }
    return at;
  }

  /** Learns from a line that the scanner has just read, up to its line feed, and that is counted. */
  learn(slot: number, scanner: LineScanner, bytes: Uint8Array, feed: number): void {
    const count = this.#table.counts[slot] as number;
    if (count < this.#worth || this.#entries.has(slot)) return;
    if (!scanner.isPlain || scanner.hasMore) return;
    if (literalBytes(scanner, feed) > maxLiteralBytes) return;
    const entry = this.#slots.length < maxEntries ? this.#slots.length : this.#replaceable(count);
    if (entry === undefined) return;
    this.#slots[entry] = slot;
    this.#entries.set(slot, entry);
    this.#writeLiterals(entry, scanner, bytes, feed);
    this.#writeNumbers(entry, slot);
  }

  /** Counts in the table what was followed of a template, before the table counts another line of it. */
  settle(slot: number): void {
    const entry = this.#entries.get(slot);
    if (entry !== undefined) this.#settleEntry(entry, slot);
  }

  settleAll(): void {
    this.#settledLines = this.lineCount;
    for (const [slot, entry] of this.#entries) this.#settleEntry(entry, slot);
  }

  /** Takes over what the table knows by now of a template that is followed. */
  refresh(slot: number): void {
    const entry = this.#entries.get(slot);
    if (entry !== undefined) this.#writeNumbers(entry, slot);
  }

  /** Loads the lines from a place on as far as they fit; false where the first of them does not. */
  #load(from: number): boolean {
    const part = this.#chunk.subarray(from, Math.min(this.#end, from + windowBytes));
    const length = part.lastIndexOf(lineFeed) + 1;
    this.#bytes.set(length === part.length ? part : part.subarray(0, length));
    this.#windowStart = from;
    this.#windowEnd = from + length;
    return length > 0;
  }

  /** Returns the entry of the template with the fewest lines, if they are fewer than half of `count`. */
  #replaceable(count: number): number | undefined {
    this.settleAll();
    const counts = this.#slots.map((slot) => this.#table.counts[slot] as number);
    const fewest = Math.min(...counts);
    this.#worth = 2 * fewest;
    if (count < this.#worth) return undefined;
    const entry = counts.indexOf(fewest);
    this.#entries.delete(this.#slots[entry] as number);
    return entry;
  }

  /** Writes the words before each number, and those behind the last one with the line feed. */
  #writeLiterals(entry: number, scanner: LineScanner, bytes: Uint8Array, feed: number): void {
    const { starts, ends, variableCount, frameStart, stampEnd } = scanner;
    const base = entriesAt + entry * entryBytes;
    this.#ints.set([variableCount, stampEnd > frameStart ? 1 : 0, 0], base / 4);
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

  #writeNumbers(entry: number, slot: number): void {
    const { table, floats, ints } = { table: this.#table, floats: this.#floats, ints: this.#ints };
    const first = table.bases[slot] as number;
    for (let variable = 0; variable < this.#variableCount(entry); variable++) {
      const at = first + variable;
      const base = variableBase(entry, variable);
      floats.set([table.lows[at] as number, table.highs[at] as number], base / 8);
      const spellings = [table.lowSpellings[at] as number, table.highSpellings[at] as number];
      ints.set([...spellings, table.valueCounts[at] as number], base / 4 + 4);
      const values = at * maxValues;
      floats.set(table.values.subarray(values, values + maxValues), base / 8 + 4);
      ints.set(table.valueSpellings.subarray(values, values + maxValues), base / 4 + 24);
      ints.fill(0, base / 4 + 32, base / 4 + 32 + maxValues);
    }
  }

  #settleEntry(entry: number, slot: number): void {
    const { table, floats, ints } = { table: this.#table, floats: this.#floats, ints: this.#ints };
    const base = entriesAt + entry * entryBytes;
    const lines = ints[base / 4 + 2] as number;
    if (lines === 0) return;
    ints[base / 4 + 2] = 0;
    table.addLines(slot, lines, floats[base / 8 + 2] as number);
    const first = table.bases[slot] as number;
    for (let variable = 0; variable < this.#variableCount(entry); variable++) {
      const at = first + variable;
      const numbers = variableBase(entry, variable);
      table.lows[at] = floats[numbers / 8] as number;
      table.highs[at] = floats[numbers / 8 + 1] as number;
      table.lowSpellings[at] = ints[numbers / 4 + 4] as number;
      table.highSpellings[at] = ints[numbers / 4 + 5] as number;
      for (let value = 0; value < maxValues; value++) {
        const index = at * maxValues + value;
        table.valueUses[index] = (table.valueUses[index] as number) + (ints[numbers / 4 + 32 + value] as number);
        ints[numbers / 4 + 32 + value] = 0;
      }
    }
  }

  #variableCount(entry: number): number {
    return this.#ints[(entriesAt + entry * entryBytes) / 4] as number;
  }
}

/** Bytes of a line behind its timestamp that are no number, with the line feed. */
function literalBytes({ starts, ends, variableCount, stampEnd }: LineScanner, feed: number): number {
  let bytes = feed + 1 - stampEnd;
  for (let at = 0; at < variableCount; at++) bytes -= (ends[at] as number) - (starts[at] as number);
  return bytes;
}

function variableBase(entry: number, variable: number): number {
  return entriesAt + entry * entryBytes + variablesAt + variable * variableBytes;
}
