import type { KeyRange } from './key-range.ts';

/**
 * Keeps ranges in rising order until they are taken.
 *
 * Contract: ranges that overlap become one; what was taken is never returned again.
 */
export class RangeQueue {
  readonly #ranges: KeyRange[] = [];
  #takenTo = 0;

  add(range: KeyRange): void {
    let start = Math.max(range.start, this.#takenTo);
    if (start >= range.end) return;
    let { end } = range;
    const { start: _, end: __, ...rest } = range;
    let at = this.#ranges.length;
    while (at > 0 && (this.#ranges[at - 1] as KeyRange).start > start) at--;
    const previous = this.#ranges[at - 1];
    if (previous !== undefined && previous.end > start) {
      start = previous.start;
      end = Math.max(end, previous.end);
      at--;
    }
    let count = 0;
    for (let next = this.#ranges[at]; next !== undefined && next.start < end; next = this.#ranges[at + count]) {
      end = Math.max(end, next.end);
      count++;
    }
    this.#ranges.splice(at, count, { start, end, ...rest });
  }

  /** Lowers a position to the start of a range that lies across it. */
  edgeAt(position: number): number {
    return this.#ranges.find((range) => range.start < position && range.end > position)?.start ?? position;
  }

  /** Takes the ranges that end at or before a position. */
  take(before: number): KeyRange[] {
    this.#takenTo = Math.max(this.#takenTo, before);
    const count = this.#ranges.findIndex((range) => range.end > before);
    return this.#ranges.splice(0, count < 0 ? this.#ranges.length : count);
  }
}
