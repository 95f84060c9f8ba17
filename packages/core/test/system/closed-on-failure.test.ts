import { expect, it } from 'vitest';
import { closedOnFailure } from '../../src/system/closed-on-failure.ts';

function opened(): { closed: number; close(): Promise<void> } {
  return {
    closed: 0,
    async close() {
      this.closed += 1;
    },
  };
}

it('leaves open what was prepared, and returns what that gave', async () => {
  const file = opened();
  expect(await closedOnFailure(file, async ({ closed }) => `closed ${closed} times`)).toBe('closed 0 times');
  expect(file.closed).toBe(0);
});

it('closes what cannot be prepared, and throws what was thrown', async () => {
  const file = opened();
  const failure = new Error('not a file');
  await expect(closedOnFailure(file, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(file.closed).toBe(1);
});
