/**
 * Keeps the smallest of many items, in memory for so many.
 *
 * Contract: an item costs O(log limit) where it is kept, and one comparison where it is not.
 */
export class Smallest<Item> {
  readonly #limit: number;
  readonly #compare: (a: Item, b: Item) => number;
  /** A heap with its largest item first. */
  readonly #heap: Item[] = [];

  constructor(limit: number, compare: (a: Item, b: Item) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** Whether `add` would keep an item. */
  wants(item: Item): boolean {
    const [largest] = this.#heap;
    return this.#heap.length < this.#limit || (largest !== undefined && this.#compare(item, largest) < 0);
  }

  add(item: Item): void {
    if (!this.wants(item)) return;
    if (this.#heap.length < this.#limit) this.#rise(item);
    else this.#sink(item);
  }

  /** Returns what was kept, smallest first. */
  toSorted(): Item[] {
    return [...this.#heap].sort(this.#compare);
  }

  #rise(item: Item): void {
    const heap = this.#heap;
    let at = heap.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above] as Item;
      if (this.#compare(parent, item) >= 0) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = item;
  }

  #sink(item: Item): void {
    const heap = this.#heap;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      const right = child + 1;
      if (right < heap.length && this.#compare(heap[right] as Item, heap[child] as Item) > 0) child = right;
      const largest = heap[child] as Item;
      if (this.#compare(largest, item) <= 0) break;
      heap[at] = largest;
      at = child;
    }
    heap[at] = item;
  }
}
