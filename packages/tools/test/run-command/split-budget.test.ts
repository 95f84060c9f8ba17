import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitBudget } from '../../src/run-command/split-budget.ts';

describe('splitBudget', () => {
  it('leaves both whole when they fit together', () => {
    expect(splitBudget(1000, { stdout: 400, stderr: 600 })).toEqual({ stdout: 400, stderr: 600 });
  });

  it('gives the rest to the stream that needs more', () => {
    expect(splitBudget(1000, { stdout: 9999, stderr: 100 })).toEqual({ stdout: 900, stderr: 100 });
    expect(splitBudget(1000, { stdout: 0, stderr: 9999 })).toEqual({ stdout: 0, stderr: 1000 });
  });

  // Fails when the smaller stream is served without looking at what is left for the other one.
  it('never exceeds the budget, and keeps a sixth of it for each stream that needs that much', () => {
    const need = fc.integer({ min: 0, max: 3_000_000 });
    fc.assert(
      fc.property(fc.integer({ min: 1024, max: 1_048_576 }), need, need, (maxBytes, stdout, stderr) => {
        const shares = splitBudget(maxBytes, { stdout, stderr });
        expect(shares.stdout + shares.stderr).toBeLessThanOrEqual(maxBytes);
        expect(shares.stdout).toBeGreaterThanOrEqual(Math.min(stdout, Math.floor(maxBytes / 6)));
        expect(shares.stderr).toBeGreaterThanOrEqual(Math.min(stderr, Math.floor(maxBytes / 6)));
      }),
      { numRuns: 1000 },
    );
  });
});
