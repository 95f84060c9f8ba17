/** Slots, of 8 bytes, that all sets of one description may hold together. */
export class SlotBudget {
  left: number;

  constructor(slots: number) {
    this.left = slots;
  }
}

const firstSlots = 256;

/**
 * Holds distinct 64-bit hashes.
 *
 * Contract: at most `maxHashes`, and no more than the shared budget of slots allows; then `add` returns undefined for
 * what it cannot hold, and the set is `full` for good.
 */
export class HashSet {
  size = 0;
  full = false;
  #slots: Int32Array = new Int32Array(0);
  readonly #maxHashes: number;
  readonly #budget: SlotBudget;

  constructor(maxHashes: number, budget: SlotBudget) {
    this.#maxHashes = maxHashes;
    this.#budget = budget;
  }

  /** Returns whether the hash is new, or undefined where that can no longer be told. */
  add(first: number, second: number): boolean | undefined {
    if (this.full) return undefined;
    if (this.size * 8 >= this.#slots.length * 3 && !this.#grow()) return undefined;
    // A slot of two zeros is free.
    const kept = (first | second) === 0 ? 1 : second;
    const slots = this.#slots;
    const mask = slots.length - 2;
    let at = (first << 1) & mask;
    for (;;) {
      const one = slots[at] as number;
      const two = slots[at + 1] as number;
      if (one === first && two === kept) return false;
      if ((one | two) === 0) break;
      at = (at + 2) & mask;
    }
    slots[at] = first;
    slots[at + 1] = kept;
    this.size++;
    return true;
  }

  /** Adds all hashes of another set. */
  addAll(other: HashSet): void {
    const slots = other.#slots;
    for (let at = 0; at < slots.length; at += 2) {
      const first = slots[at] as number;
      const second = slots[at + 1] as number;
      if ((first | second) !== 0) this.add(first, second);
    }
    if (other.full) this.close();
  }

  /** Takes no more and gives the memory back; `size` stays as a lower bound. */
  close(): false {
    this.full = true;
    this.#budget.left += this.#slots.length >> 1;
    this.#slots = new Int32Array(0);
    return false;
  }

  #grow(): boolean {
    if (this.size >= this.#maxHashes) return this.close();
    const old = this.#slots;
    const slotCount = Math.max(firstSlots, old.length);
    if (this.#budget.left < slotCount) return this.close();
    this.#budget.left -= slotCount - (old.length >> 1);
    this.#slots = new Int32Array(slotCount * 2);
    this.size = 0;
    for (let at = 0; at < old.length; at += 2) {
      if (((old[at] as number) | (old[at + 1] as number)) !== 0) this.add(old[at] as number, old[at + 1] as number);
    }
    return true;
  }
}
