import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareBudget } from '../../src/bound/share-budget.ts';

describe('shareBudget', () => {
  it('leaves all whole when they fit together', () => {
    expect(shareBudget(1000, [400, 600], 100)).toEqual([400, 600]);
    expect(shareBudget(1000, [], 100)).toEqual([]);
  });

  it('leaves whole what it can, and gives the rest to what needs more', () => {
    expect(shareBudget(1000, [9999, 100], 160)).toEqual([900, 100]);
    expect(shareBudget(1000, [0, 9999], 160)).toEqual([0, 1000]);
    expect(shareBudget(1000, [800, 9999], 160)).toEqual([800, 200]);
    expect(shareBudget(1000, [900, 9999], 160)).toEqual([500, 500]);
    expect(shareBudget(900, [9999, 100, 9999], 50)).toEqual([400, 100, 400]);
    expect(shareBudget(48_000, [47_500, 15_900, 15_900], 1_024)).toEqual([16_200, 15_900, 15_900]);
    expect(shareBudget(-5, [10], 1)).toEqual([0]);
  });

  // Fails when a content is served without looking at what is left for the others.
  it('never exceeds the budget or a need, and keeps the least share for each that needs that much', () => {
    const need = fc.oneof(fc.integer({ min: 0, max: 3_000_000 }), fc.integer({ min: 0, max: 60_000 }));
    const needsList = fc.array(need, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1024, max: 1_048_576 }),
        needsList,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (maxBytes, needs, part) => {
          const least = Math.floor((maxBytes / needs.length) * part);
          const shares = shareBudget(maxBytes, needs, least);
          expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(maxBytes);
          for (const [at, share] of shares.entries()) {
            const wanted = needs[at] as number;
            expect(share).toBeLessThanOrEqual(wanted);
            expect(share).toBeGreaterThanOrEqual(Math.min(wanted, least));
          }
          if (needs.reduce((sum, one) => sum + one, 0) <= maxBytes) expect(shares).toEqual(needs);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
