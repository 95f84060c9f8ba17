import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OpenCalls } from '../../src/calls/open-calls.ts';

describe('OpenCalls', () => {
  it('gives a call that is alone the whole turn, and calls in a row too', () => {
    const calls = new OpenCalls({ maxTurnBytes: 100_000 });
    for (let count = 0; count < 5; count++) {
      const call = calls.open();
      expect(calls.share(call, 1_000)).toBe(100_000);
      calls.close(call);
    }
  });

  it('never goes under what a notice needs', () => {
    const calls = new OpenCalls({ maxTurnBytes: 10_000 });
    const open = Array.from({ length: 50 }, () => calls.open());
    expect(calls.share(open[0] as (typeof open)[0], 2_048)).toBe(2_048);
  });

  // Fails when the share is taken from the calls still open at the answer, and not from the most there were.
  it('keeps the sum of calls opened together within the turn, in whatever order they are answered', () => {
    const order = fc
      .integer({ min: 1, max: 40 })
      .chain((count) => fc.shuffledSubarray([...Array(count).keys()], { minLength: count }));
    fc.assert(
      fc.property(order, fc.integer({ min: 100_000, max: 1_000_000 }), (finished, maxTurnBytes) => {
        const calls = new OpenCalls({ maxTurnBytes });
        const open = finished.map(() => calls.open());
        let sum = 0;
        for (const index of finished) {
          const call = open[index] as (typeof open)[0];
          sum += calls.share(call, 0);
          calls.close(call);
        }
        expect(sum).toBeLessThanOrEqual(maxTurnBytes);
        expect(sum).toBeGreaterThan(maxTurnBytes - finished.length);
      }),
      { numRuns: 1_000 },
    );
  });
});
