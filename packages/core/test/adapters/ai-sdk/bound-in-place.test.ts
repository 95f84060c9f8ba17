import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundInPlace } from '../../../src/adapters/ai-sdk/bound-in-place.ts';

/** Stands for a notice: as long as it may be, but no longer than 300 characters. */
const cut = async (_text: string, maxBytes: number): Promise<string> => '!'.repeat(Math.min(300, maxBytes));
const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(JSON.stringify(value))) - 2;
const long = 'word '.repeat(2_000);

describe('a value whose form has to stay', () => {
  it('is the same object where it fits', async () => {
    const value = { output: 'short', code: 0 };
    expect(await boundInPlace(value, 1_024, cut)).toBe(value);
  });

  it('has its long strings bounded, wherever they stand, and all else as it was', async () => {
    const value = {
      output: [
        { stdout: long, stderr: '', code: 1 },
        { stdout: 'ok', ends: [long, null, 'x'] },
      ],
      at: 7,
    };
    const notice = '!'.repeat(300);
    expect(await boundInPlace(value, 8_192, cut)).toEqual({
      output: [
        { stdout: notice, stderr: '', code: 1 },
        { stdout: 'ok', ends: [notice, null, 'x'] },
      ],
      at: 7,
    });
  });

  it('leaves a long string that has room beside a longer one', async () => {
    const value = { a: 'x'.repeat(3_000), b: long };
    const bound = async (text: string, maxBytes: number) => (text.length <= maxBytes ? text : '!');
    expect(await boundInPlace(value, 8_192, bound)).toEqual({ a: 'x'.repeat(3_000), b: '!' });
  });

  it.each<[string, unknown]>([
    ['has no long string', Array.from({ length: 2_000 }, (_, index) => `row ${index}`)],
    ['is too large without them', [long, ...Array.from({ length: 2_000 }, (_, index) => index)]],
  ])('is given up where it %s', async (_, value) => {
    expect(await boundInPlace(value, 4_096, cut)).toBeUndefined();
  });

  it('is given up where it is no JSON', async () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(await boundInPlace(circle, 4_096, cut)).toBeUndefined();
    expect(await boundInPlace({ count: 1n }, 4_096, cut)).toBeUndefined();
  });

  it('fits whenever it is not given up', async () => {
    const text = fc.integer({ min: 0, max: 9_000 }).map((length) => '"'.repeat(length));
    const value = fc.dictionary(
      fc.string({ maxLength: 9 }),
      fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.integer()),
    );
    await fc.assert(
      fc.asyncProperty(value, fc.integer({ min: 1_024, max: 20_000 }), async (given, maxBytes) => {
        const made = await boundInPlace(given, maxBytes, cut);
        if (made !== undefined) expect(sizeOf(made)).toBeLessThanOrEqual(maxBytes);
        expect(made === given).toBe(sizeOf(given) <= maxBytes);
      }),
    );
  });
});
