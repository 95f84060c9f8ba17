import type { ByteWindow } from '../tokens/byte-window.ts';
import type { ByteHash } from '../values/byte-hash.ts';
import { HashSet, type SlotBudget } from '../values/hash-set.ts';

/** A key that stands in one object more than once. */
export interface DuplicateKey {
  readonly key: string;
  readonly offset: number;
  readonly line: number;
}

const maxTold = 3;
/** Keys of maps that are looked through for duplicates. */
const maxMapKeys = 65_536;

/**
 * Notes keys that stand in one object more than once.
 *
 * Contract: complete for fields; in maps only for about the first 65,536 keys of a content.
 */
export class Duplicates {
  count = 0;
  readonly told: DuplicateKey[] = [];
  readonly #seen: HashSet;

  constructor(budget: SlotBudget) {
    this.#seen = new HashSet(maxMapKeys, budget);
  }

  add(key: string, offset: number, line: number): void {
    this.count++;
    if (this.told.length < maxTold) this.told.push({ key, offset, line });
  }

  /** Returns whether an object has this key already. */
  isSecondInMap(hash: ByteHash, source: ByteWindow, from: number, to: number, serial: number): boolean {
    hash.take(source, from, to, serial);
    return this.#seen.add(hash.first, hash.second) === false;
  }
}
