import type { ByteWindow } from '../tokens/byte-window.ts';
import type { ByteHash } from './byte-hash.ts';
import { HashSet, type SlotBudget } from './hash-set.ts';
import { Places } from './place.ts';

/** A scalar value, as it stands in the content. */
export interface ValueEntry {
  readonly first: number;
  readonly second: number;
  /** Whether it stands in quotes. */
  readonly isString: boolean;
  /** The first `keptBytes` of it, without quotes. */
  readonly bytes: Uint8Array;
  readonly byteLength: number;
  readonly places: Places;
}

/** What the tables of one description may hold together. */
export interface TableBudget {
  entriesLeft: number;
  readonly slots: SlotBudget;
}

/** Up to this many different values are counted one by one. */
const maxEntries = 64;
/** Up to about this many are counted as different. */
const maxDistinct = 16_384;
/** Longer values are not compared with each other. */
export const maxComparedBytes = 256;
const keptBytes = 120;
const slotMask = 127;
/** So few entries are looked through one by one. */
const fewEntries = 8;

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
  /** Places in `entries`, plus 1, by hash, once there are more than a few. */
  #slots: Int16Array | undefined;
  /** What has taken the place of the entries. */
  #set: HashSet | undefined;
  #last: ValueEntry | undefined;
  #closedAt = 0;
  readonly #budget: TableBudget;

  constructor(budget: TableBudget) {
    this.#budget = budget;
  }

  get distinct(): number {
    return this.#set?.size ?? (this.isOpen ? this.entries.length : this.#closedAt);
  }

  /**
   * Counts one value and returns its entry while there are entries.
   *
   * Contract: `hash` is of `source[from, to)` with the kind of value as its salt.
   */
  add(hash: ByteHash, source: ByteWindow, from: number, to: number, isString: boolean): ValueEntry | undefined {
    const { first, second } = hash;
    if (this.#set !== undefined) {
      this.#addHash(first, second);
      return undefined;
    }
    const found = this.#find(first, second);
    if (found !== undefined) {
      this.#last = found;
      return found;
    }
    if (this.entries.length === maxEntries) {
      this.#stopCounting();
      this.#addHash(first, second);
      return undefined;
    }
    const bytes = source.bytes.slice(from, Math.min(to, from + keptBytes));
    return this.#insert({ first, second, isString, bytes, byteLength: to - from, places: new Places() });
  }

  /** Returns the entry that was found last where the value is the same again, which spares the hash. */
  again(source: ByteWindow, from: number, to: number, isString: boolean): ValueEntry | undefined {
    const last = this.#last;
    if (last === undefined || last.byteLength !== to - from || last.isString !== isString) return undefined;
    const { bytes } = last;
    if (bytes.length < last.byteLength) return undefined;
    for (let at = 0; at < bytes.length; at++) if (bytes[at] !== source.bytes[from + at]) return undefined;
    return last;
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
      if (this.#set === undefined) this.#stopCounting();
      this.#set?.addAll(other.#set);
      if (this.#set?.full) this.close();
    } else for (const entry of other.entries) this.#merge(entry);
    other.close();
  }

  #merge(entry: ValueEntry): void {
    if (!this.isOpen) return;
    const { first, second } = entry;
    if (this.#set === undefined) {
      const mine = this.#find(first, second);
      if (mine !== undefined) return mine.places.addAll(entry.places);
      if (this.entries.length < maxEntries) {
        this.#insert(entry);
        return;
      }
      this.#stopCounting();
    }
    this.#addHash(first, second);
  }

  #find(first: number, second: number): ValueEntry | undefined {
    const { entries } = this;
    const slots = this.#slots;
    if (slots === undefined) {
      for (let at = 0; at < entries.length; at++) {
        const entry = entries[at] as ValueEntry;
        if (entry.first === first && entry.second === second) return entry;
      }
      return undefined;
    }
    for (let at = first & slotMask; slots[at] !== 0; at = (at + 1) & slotMask) {
      const entry = entries[(slots[at] as number) - 1] as ValueEntry;
      if (entry.first === first && entry.second === second) return entry;
    }
    return undefined;
  }

  #insert(entry: ValueEntry): ValueEntry | undefined {
    if (this.#budget.entriesLeft === 0) {
      this.close();
      return undefined;
    }
    this.#budget.entriesLeft--;
    const count = this.entries.push(entry);
    if (count <= fewEntries) return entry;
    if (this.#slots !== undefined) takeSlot(this.#slots, entry, count);
    else {
      this.#slots = new Int16Array(slotMask + 1);
      for (let at = 0; at < count; at++) takeSlot(this.#slots, this.entries[at] as ValueEntry, at + 1);
    }
    return entry;
  }

  #stopCounting(): void {
    this.#set = new HashSet(maxDistinct, this.#budget.slots);
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

function takeSlot(slots: Int16Array, { first }: ValueEntry, index: number): void {
  let at = first & slotMask;
  while (slots[at] !== 0) at = (at + 1) & slotMask;
  slots[at] = index;
}
