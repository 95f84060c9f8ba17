import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Smallest } from '../../src/list-dir/smallest.ts';

const keep = (items: readonly number[], limit: number): number[] => {
  const smallest = new Smallest<number>(limit, (a, b) => a - b);
  for (const item of items) smallest.add(item);
  return smallest.toSorted();
};

it('the smallest are kept, in order', () => {
  expect(keep([5, 1, 4, 2, 3], 3)).toEqual([1, 2, 3]);
  expect(keep([2, 1], 3)).toEqual([1, 2]);
  expect(keep([], 3)).toEqual([]);
});

// Fails when a new item sinks to the left alone.
it('the smallest of any items are kept', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 200 }),
      fc.integer({ min: 1, max: 40 }),
      (items, limit) => {
        expect(keep(items, limit)).toEqual([...items].sort((a, b) => a - b).slice(0, limit));
      },
    ),
    { numRuns: 1_000 },
  );
});
