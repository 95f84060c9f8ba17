/** Items of which the next one can be got before it is waited for. */
export interface ReadAhead<T> extends AsyncIterable<T, void> {
  /** Begins to get the next one; once for each that is taken. */
  begin(): void;
}

/**
 * Lets the next item be made while the last one is worked on.
 *
 * Contract: makes none that was not begun or asked for, and one at a time; a failure is told where the item is taken. May
 * be gone over once, and the end of that ends `items`.
 */
export function createReadAhead<T>(items: AsyncGenerator<T, void, void>): ReadAhead<T> {
  let begun: Promise<IteratorResult<T, void>> | undefined;
  const begin = (): Promise<IteratorResult<T, void>> => {
    begun ??= items.next();
    // What is never taken must not end the process.
    begun.catch(() => {});
    return begun;
  };
  return {
    begin: () => {
      begin();
    },
    [Symbol.asyncIterator]: () => ({
      next() {
        const step = begin();
        begun = undefined;
        return step;
      },
      return: () => items.return(),
    }),
  };
}
