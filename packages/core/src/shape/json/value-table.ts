import type { ByteHash } from './byte-hash.ts';
import { ByteWindow } from './byte-window.ts';
import { HashSet, type SlotBudget } from './hash-set.ts';
import { Places } from './place.ts';

/** A scalar value, as it stands in the content. */
export interface ValueEntry {
  readonly first: number;
  readonly second: number;
  /** Whether it stands in quotes. */
  readonly isString: boolean;
  /** The first `keptBytes` of it, without quotes. */
  readonly kept: ByteWindow;
  readonly byteLength: number;
  readonly places: Places;
}

/** What the tables of one description may hold together. */
export interface TableBudget {
  entriesLeft: number;
  readonly slots: SlotBudget;
}

/** Up to this many different values are counted one by one. */
const mostEntries = 64;
/** Up to about this many are counted as different. */
const mostDistinct = 16_384;
/** Longer values are not compared with each other. */
export const mostComparedBytes = 256;
const keptBytes = 120;
const slotCount = 128;

/**
 * Counts the different values of one path: each one while they are few, then how many they are.
 *
 * Contract: counts are exact. Past its limits it keeps less and says so: `entries` is empty when there were too many to
 * count one by one, and `distinct` is then a lower bound where `isDistinctExact` is false.
 */
export class ValueTable {
  entries: ValueEntry[] = [];
  isDistinctExact = true;
  /** True when the values came sorted until they were too many, so that their order tells how many are different. */
  isLeftToOrder = false;
  /** False when further values change nothing, so that they need not be hashed. */
  isOpen = true;
  #slots: Int16Array | undefined = new Int16Array(slotCount);
  #set: HashSet | undefined;
  #last: ValueEntry | undefined;
  #closedAt = 0;
  readonly #budget: TableBudget;

  constructor(budget: TableBudget) {
    this.#budget = budget;
  }

  get distinct(): number {
    return this.#set?.size ?? (this.#slots === undefined ? this.#closedAt : this.entries.length);
  }

  /**
   * Counts one value and returns its entry while there are entries.
   *
   * Contract: `hash` is of `source[from, to)` with the kind of value as its salt.
   */
  add(hash: ByteHash, source: ByteWindow, from: number, to: number, isString: boolean): ValueEntry | undefined {
    const slots = this.#slots;
    if (slots === undefined) {
      this.#addHash(hash.first, hash.second);
      return undefined;
    }
    const { first, second } = hash;
    let at = first & (slotCount - 1);
    for (let index = slots[at] as number; index !== 0; index = slots[at] as number) {
      const entry = this.entries[index - 1] as ValueEntry;
      if (entry.first === first && entry.second === second) {
        this.#last = entry;
        return entry;
      }
      at = (at + 1) & (slotCount - 1);
    }
    if (this.entries.length === mostEntries) {
      this.#stopCounting();
      this.#addHash(first, second);
      return undefined;
    }
    const kept = new ByteWindow(source.bytes.slice(from, Math.min(to, from + keptBytes)));
    return this.#insert({ first, second, isString, kept, byteLength: to - from, places: new Places() }, at);
  }

  /** Returns the entry that was found last where the value is the same again, which spares the hash. */
  again(source: ByteWindow, from: number, to: number, isString: boolean): ValueEntry | undefined {
    const last = this.#last;
    if (last === undefined || last.byteLength !== to - from || last.isString !== isString) return undefined;
    return last.kept.bytes.length === last.byteLength && source.has(last.kept, from) ? last : undefined;
  }

  /** Gives up: a value came that cannot be compared. */
  close(): void {
    this.#closedAt = this.distinct;
    this.#budget.entriesLeft += this.entries.length;
    this.entries = [];
    this.#last = undefined;
    this.#slots = undefined;
    this.#set?.close();
    this.#set = undefined;
    this.isOpen = false;
    this.isDistinctExact = false;
  }

  /** Adds what another table has counted, and closes that one. */
  addAll(other: ValueTable): void {
    this.isLeftToOrder = false;
    if (!this.isOpen || !other.isOpen) this.close();
    else if (other.#set !== undefined) {
      if (this.#slots !== undefined) this.#stopCounting();
      this.#set?.addAll(other.#set);
      if (this.#set?.full) this.close();
    } else for (const entry of other.entries) this.#merge(entry);
    other.close();
  }

  #merge(entry: ValueEntry): void {
    const slots = this.#slots;
    if (slots === undefined) return this.#addHash(entry.first, entry.second);
    let at = entry.first & (slotCount - 1);
    for (let index = slots[at] as number; index !== 0; index = slots[at] as number) {
      const mine = this.entries[index - 1] as ValueEntry;
      if (mine.first === entry.first && mine.second === entry.second) return mine.places.addAll(entry.places);
      at = (at + 1) & (slotCount - 1);
    }
    if (this.entries.length < mostEntries) {
      this.#insert(entry, at);
      return;
    }
    this.#stopCounting();
    this.#addHash(entry.first, entry.second);
  }

  #insert(entry: ValueEntry, slot: number): ValueEntry | undefined {
    if (this.#budget.entriesLeft === 0) {
      this.close();
      return undefined;
    }
    this.#budget.entriesLeft--;
    (this.#slots as Int16Array)[slot] = this.entries.push(entry);
    return entry;
  }

  #stopCounting(): void {
    this.#set = new HashSet(mostDistinct, this.#budget.slots);
    for (const { first, second } of this.entries) this.#set.add(first, second);
    this.#budget.entriesLeft += this.entries.length;
    this.entries = [];
    this.#last = undefined;
    this.#slots = undefined;
  }

  #addHash(first: number, second: number): void {
    if (this.#set?.add(first, second) !== undefined) return;
    const size = this.#set?.size ?? 0;
    this.close();
    this.#closedAt = Math.max(this.#closedAt, size);
  }
}
