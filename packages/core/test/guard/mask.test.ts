import { describe, expect, it } from 'vitest';
import { countWithheldIn, maskRanges } from '../../src/guard/mask.ts';

describe('maskRanges', () => {
  it('masks each part of a stream as it would the whole', () => {
    const text = `0123456789${'x'.repeat(40)}rest`;
    const ranges = [{ start: 10, end: 50, key: 0 }];
    const whole = Buffer.from(text);
    maskRanges(whole, 0, ranges);
    expect(whole.toString()).toBe(`0123456789[key withheld]${' '.repeat(26)}rest`);
    for (let cut = 0; cut <= text.length; cut++) {
      const [first, second] = [Buffer.from(text.slice(0, cut)), Buffer.from(text.slice(cut))];
      maskRanges(first, 0, ranges);
      maskRanges(second, cut, ranges);
      expect(`${first}${second}`).toBe(whole.toString());
    }
  });

  it('masks UTF-16 in both byte orders', () => {
    const text = `a${'x'.repeat(16)}b`;
    const little = Buffer.from(text, 'utf16le');
    maskRanges(little, 0, [{ start: 2, end: 34, key: 0, units: { stride: 2, low: 0 } }]);
    expect(little.toString('utf16le')).toBe('a[key withheld]  b');
    const big = Buffer.from(text, 'utf16le').swap16();
    maskRanges(big, 0, [{ start: 2, end: 34, key: 0, units: { stride: 2, low: 1 } }]);
    expect(big.swap16().toString('utf16le')).toBe('a[key withheld]  b');
  });
});

describe('countWithheldIn', () => {
  it('counts the parts of ranges that lie within', () => {
    const ranges = [
      { start: 10, end: 20 },
      { start: 30, end: 40 },
    ];
    expect(countWithheldIn(ranges, 0, 100)).toBe(20);
    expect(countWithheldIn(ranges, 15, 32)).toBe(7);
    expect(countWithheldIn(ranges, 20, 30)).toBe(0);
  });
});
