import { describe, expect, it } from 'vitest';
import { isDoneWithin } from '../../src/process/is-done-within.ts';

describe('isDoneWithin', () => {
  it('tells work that is done from work that goes on', async () => {
    expect(await isDoneWithin(Promise.resolve(), 60_000)).toBe(true);
    expect(await isDoneWithin(new Promise(() => {}), 1)).toBe(false);
  });

  it('rejects as the work does, and only while it is waited for', async () => {
    await expect(isDoneWithin(Promise.reject(new Error('broken')), 60_000)).rejects.toThrow('broken');
    let fail = (): void => {};
    const late = new Promise<void>((_, reject) => {
      fail = () => reject(new Error('too late to matter'));
    });
    expect(await isDoneWithin(late, 1)).toBe(false);
    fail();
    await expect(late).rejects.toThrow('too late to matter');
  });
});
