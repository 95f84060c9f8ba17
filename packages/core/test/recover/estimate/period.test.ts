import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { periodOf } from '../../../src/recover/estimate/period.ts';

const repeatsAfter = (text: string, units: number): boolean => text.slice(units) === text.slice(0, -units);

describe('periodOf', () => {
  it.each([
    ['a', 1],
    ['aaaa', 1],
    ['abab', 2],
    ['ababa', 2],
    ['abcabcab', 3],
    ['aabaa', 3],
    ['abcd', 4],
    ['aab', 3],
    ['a'.repeat(256), 1],
    [`${'a'.repeat(255)}b`, 256],
  ])('%j repeats itself after %i', (text, units) => {
    expect(periodOf(text, 0, text.length)).toBe(units);
  });

  it('looks at nothing outside of the stretch', () => {
    expect(periodOf('xababx', 1, 5)).toBe(2);
  });

  it('is the smallest number of units after which a text repeats itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 40 }), (text) => {
        const units = periodOf(text, 0, text.length);
        expect(units === text.length || repeatsAfter(text, units)).toBe(true);
        for (let fewer = 1; fewer < units; fewer++) expect(repeatsAfter(text, fewer)).toBe(false);
      }),
    );
  });
});
