import { FollowerMemory } from './follower-memory.ts';
import type { LineScanner } from './line-scanner.ts';
import type { TemplateTable } from './template-table.ts';

/** What the memory has room for: lines to read, entries, and the words of each. */
const windowBytes = 65_536;
const maxEntries = 16;
const maxLiteralBytes = 512;
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
 * values are counted one by one; so it changes nothing but the time. What it has counted is in the table after `settle` or `end`.
 */
export class FollowedLines {
  /** Number of the last line before the place where the last `follow` stopped. */
  lineCount = 0;
  readonly #table: TemplateTable;
  readonly #memory: FollowerMemory;
  /** The template of each entry, and the entry of each template. */
  readonly #slots: number[] = [];
  readonly #entries = new Map<number, number>();
  /** Lines that a template must have to take the place of another. */
  #worth = minCount;
  #chunk: Uint8Array = new Uint8Array(0);
  #end = 0;
  #settledLines = 0;
  #windowStart = 0;
  #windowEnd = 0;

  private constructor(table: TemplateTable, memory: FollowerMemory) {
    this.#table = table;
    this.#memory = memory;
  }

  /** Contract: undefined where lines cannot be followed. */
  static start(table: TemplateTable): FollowedLines | undefined {
    const memory = FollowerMemory.take();
    return memory && new FollowedLines(table, memory);
  }

  /** Counts in the table what was followed; nothing else is legal afterwards. */
  end(): void {
    this.settleAll();
    this.#memory.release();
  }

  /** Looks at a chunk, whose whole lines end before `end`. */
  open(chunk: Uint8Array, end: number): void {
    if (this.lineCount - this.#settledLines > linesBeforeSettling) this.settleAll();
    this.#chunk = chunk;
    this.#end = end;
    this.#windowEnd = 0;
  }

  /** Returns where the first line from `from` on begins that is another one, or the end; `lineCount` lines are before it. */
  follow(from: number, lineCount: number): number {
    let at = from;
    this.lineCount = lineCount;
    while (at < this.#end && (at < this.#windowEnd || this.#load(at))) {
      const until = this.#windowEnd - this.#windowStart;
      at = this.#windowStart + this.#memory.follow(at - this.#windowStart, until, this.lineCount, this.#slots.length);
      this.lineCount = this.#memory.lineCount;
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
    this.#memory.writeLiterals(entry, scanner, bytes, feed);
    this.#memory.writeNumbers(entry, this.#table, slot);
  }

  /** Counts in the table what was followed of a template, before the table counts another line of it. */
  settle(slot: number): void {
    const entry = this.#entries.get(slot);
    if (entry !== undefined) this.#memory.settle(entry, this.#table, slot);
  }

  settleAll(): void {
    this.#settledLines = this.lineCount;
    for (const [slot, entry] of this.#entries) this.#memory.settle(entry, this.#table, slot);
  }

  /** Takes over what the table knows by now of a template that is followed. */
  refresh(slot: number): void {
    const entry = this.#entries.get(slot);
    if (entry !== undefined) this.#memory.writeNumbers(entry, this.#table, slot);
  }

  /** Loads the lines from a place on as far as they fit; false where the first of them does not. */
  #load(from: number): boolean {
    const part = this.#chunk.subarray(from, Math.min(this.#end, from + windowBytes));
    const length = part.lastIndexOf(lineFeed) + 1;
    this.#memory.load(length === part.length ? part : part.subarray(0, length));
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
}

/** Bytes of a line behind its timestamp that are no number, with the line feed. */
function literalBytes({ starts, ends, variableCount, stampEnd }: LineScanner, feed: number): number {
  let bytes = feed + 1 - stampEnd;
  for (let at = 0; at < variableCount; at++) bytes -= (ends[at] as number) - (starts[at] as number);
  return bytes;
}
