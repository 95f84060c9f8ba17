/** Keeps the first `limit` of many items in an order. */
export interface Selection<T> {
  add(item: T): void;
  /** Returns the kept items in order. */
  take(): readonly T[];
}

/** Creates a selection. Contract: holds at most twice `limit` items; `add` costs O(log limit) on average. */
export function createSelection<T>(limit: number, compare: (a: T, b: T) => number): Selection<T> {
  let kept: T[] = [];
  const settle = (): void => {
    kept = kept.sort(compare).slice(0, limit);
  };
  return {
    add(item: T): void {
      kept.push(item);
      if (kept.length >= limit * 2) settle();
    },
    take(): readonly T[] {
      settle();
      return kept;
    },
  };
}
