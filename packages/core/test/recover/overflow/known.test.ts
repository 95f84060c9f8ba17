import { describe, expect, it } from 'vitest';
import { classifyOverflow } from '../../../src/recover/overflow/classify-overflow.ts';
import { knownRows, laterRows } from './support/envelopes.ts';

describe('refusals that were written down later', () => {
  it.each(laterRows)('$id', ({ envelope, isOverflow, limitTokens, requestedTokens }) => {
    const found = classifyOverflow(envelope);
    expect(found).toMatchObject({ isOverflow });
    expect([found.limitTokens, found.requestedTokens]).toEqual([limitTokens, requestedTokens]);
  });
});

describe('refusals that were written down before the rules', () => {
  it.each(knownRows)('$id', ({ id: _, envelope, outcome, reason, isLowerBound = false, ...numbers }) => {
    const found = classifyOverflow(envelope);
    expect(found).toMatchObject({ outcome, isLowerBound, ...(reason && { reason }), ...numbers });
    expect(found.limitTokens).toBe(numbers.limitTokens);
    expect(found.requestedTokens).toBe(numbers.requestedTokens);
  });

  it('are many, of either kind', () => {
    const overflows = knownRows.filter(({ outcome }) => outcome.startsWith('prompt'));
    expect(overflows.length).toBeGreaterThan(100);
    expect(knownRows.length - overflows.length).toBeGreaterThan(80);
  });

  it('BC-148 that tell of trouble are handed on as such and may be sent again', () => {
    const ids = ['gemini-503', 'anthropic-529', 'anthropic-api-error', 'timeout', 'econn', 'openai-429-rpm'];
    const rows = knownRows.filter(({ id }) => ids.includes(id));
    expect(rows.map(({ id, envelope }) => [id, classifyOverflow(envelope).isRetryable])).toEqual(
      rows.map(({ id }) => [id, true]),
    );
    expect(rows).toHaveLength(ids.length);
  });
});
