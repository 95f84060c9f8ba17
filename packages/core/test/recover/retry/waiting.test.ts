import { describe, expect, it } from 'vitest';
import { resolveRetrySettings, wait, waitBefore, waitForRoom } from '../../../src/recover/retry/waiting.ts';

const settings = { maxRetries: 3, maxWaitMs: 60_000, firstWaitMs: 500 };

it('by default three times, a minute at most, half a second at first', () => {
  expect(resolveRetrySettings()).toEqual(settings);
});

it('what is given as undefined is left out', () => {
  const given = { maxRetries: undefined, maxWaitMs: 9 } as unknown as { maxWaitMs: number };
  expect(resolveRetrySettings(given)).toEqual({ ...settings, maxWaitMs: 9 });
});

it.each([{ maxRetries: Number.NaN }, { maxWaitMs: -1 }, { firstWaitMs: '1s' as unknown as number }])(
  'refuses %j, which would never end',
  (given) => {
    expect(() => resolveRetrySettings(given)).toThrow(TypeError);
  },
);

it.each([
  ['what the provider says', 0, 7_000, 7_000],
  ['what the provider says, at once', 0, 0, 0],
  ['as long as the longest', 2, 60_000, 60_000],
  ['not at all where that is too long', 0, 60_001, undefined],
  ['not a fourth time', 3, 7_000, undefined],
  ['not a fourth time where it says nothing', 3, undefined, undefined],
])('waits for %s', (_, retry, retryAfterMs, waits) => {
  expect(waitBefore(retry, retryAfterMs, settings)).toBe(waits);
});

it.each([
  [0, 0, 250],
  [0, 1, 500],
  [1, 1, 1_000],
  [2, 1, 2_000],
  [2, 0.5, 1_500],
])('retry %i without a word of the provider, chance %d: %i ms', (retry, chance, waits) => {
  expect(waitBefore(retry, undefined, settings, () => chance)).toBe(waits);
});

it('never longer than the longest', () => {
  expect(waitBefore(9, undefined, { ...settings, maxRetries: 10 }, () => 1)).toBe(60_000);
});

it.each([
  [undefined, 500],
  [7_000, 7_000],
  [3_600_000, 60_000],
])('a smaller request after %s ms waits %i', (retryAfterMs, waits) => {
  expect(waitForRoom(retryAfterMs, settings)).toBe(waits);
});

describe('a wait', () => {
  it('ends by itself', async () => {
    await expect(wait(1, undefined)).resolves.toBeUndefined();
  });

  it('ends with the reason of an abort', async () => {
    const abort = new AbortController();
    const waiting = wait(3_600_000, abort.signal);
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  it('does not begin after an abort', async () => {
    await expect(wait(3_600_000, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });
});
