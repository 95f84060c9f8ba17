import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SpareBuffer } from '../../src/framing/spare-buffer.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('SpareBuffer', () => {
  it('gives out what it was given, once, where the length is the same', () => {
    const spare = new SpareBuffer();
    const buffer = Buffer.alloc(64);
    expect(spare.take(64)).toBeUndefined();
    spare.give(buffer);
    expect(spare.take(63)).toBeUndefined();
    expect(spare.take(65)).toBeUndefined();
    expect(spare.take(64)).toBe(buffer);
    expect(spare.take(64)).toBeUndefined();
  });

  it('keeps the last one alone', () => {
    const spare = new SpareBuffer();
    const last = Buffer.alloc(128);
    spare.give(Buffer.alloc(64));
    spare.give(last);
    expect(spare.take(64)).toBeUndefined();
    expect(spare.take(128)).toBe(last);
  });

  // Fails when the timer does not let go of the buffer, or does so at once.
  it('lets go of it after ten seconds', () => {
    const spare = new SpareBuffer();
    const buffer = Buffer.alloc(64);
    spare.give(buffer);
    vi.advanceTimersByTime(9_999);
    expect(spare.take(64)).toBe(buffer);
    spare.give(buffer);
    vi.advanceTimersByTime(10_000);
    expect(spare.take(64)).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  // Fails when the timer of an earlier one is left running.
  it('counts anew for each, and not at all for what was taken', () => {
    const spare = new SpareBuffer();
    const second = Buffer.alloc(64);
    spare.give(Buffer.alloc(64));
    vi.advanceTimersByTime(6_000);
    spare.give(second);
    vi.advanceTimersByTime(6_000);
    expect(spare.take(64)).toBe(second);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps no process alive', () => {
    vi.useRealTimers();
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const spare = new SpareBuffer();
    spare.give(Buffer.alloc(64));
    expect(timers()).toBe(before);
    spare.take(64);
  });
});
