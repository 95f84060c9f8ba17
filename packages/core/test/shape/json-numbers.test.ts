import { describe, expect, it } from 'vitest';
import { ByteWindow } from '../../src/shape/json/tokens/byte-window.ts';
import { compareNumbers, NumberReader } from '../../src/shape/json/values/number-literal.ts';

const read = (literal: string) => {
  const reader = new NumberReader();
  const bytes = new TextEncoder().encode(`[${literal},`);
  reader.read(new ByteWindow(bytes), 1, bytes.length - 1);
  return { value: reader.value, isExact: reader.isExact, isInteger: reader.isInteger };
};

describe('the value of a number', () => {
  it.each([
    ['0', 0, true],
    ['-0', -0, true],
    ['7', 7, true],
    ['-123456789', -123_456_789, true],
    ['1234567890', 1_234_567_890, true],
    ['999999999999999', 999_999_999_999_999, true],
    ['0.1', 0.1, false],
    ['-0.05', -0.05, false],
    ['1.5', 1.5, false],
    ['12345.6789', 12_345.6789, false],
    ['123456789.123456', 123_456_789.123456, false],
    ['1e3', 1_000, false],
    ['2.5E-7', 2.5e-7, false],
    ['0.000000000000000001', 1e-18, false],
  ])('%s is exact', (literal, value, isInteger) => {
    expect(read(literal)).toEqual({ value, isExact: true, isInteger });
  });

  it.each([
    ['9007199254740993', 9_007_199_254_740_992],
    ['12345678901234567890', 12_345_678_901_234_567_000],
    ['-122.41941550000001', -122.41941550000001],
    ['0.123456789012345671', 0.12345678901234566],
    ['1e400', Number.POSITIVE_INFINITY],
    ['-1e400', Number.NEGATIVE_INFINITY],
    ['1e-400', 0],
  ])('%s is near, and said not to be exact', (literal, value) => {
    const found = read(literal);
    expect(found.isExact).toBe(false);
    if (Number.isFinite(value) && value !== 0) expect(Math.abs(found.value / value - 1)).toBeLessThan(1e-13);
    else expect(found.value).toBe(value);
  });

  it('is read from a thousand digits', () => {
    expect(read('1'.repeat(1_000)).value).toBe(Number.POSITIVE_INFINITY);
    expect(read(`0.${'0'.repeat(200)}1`).value).toBeCloseTo(0, 100);
  });
});

describe('the exact order of numbers', () => {
  it.each([
    ['1', '2'],
    ['-2', '-1'],
    ['-1', '0'],
    ['9007199254740992', '9007199254740993'],
    ['1e400', '1.0000001e400'],
    ['9.99e399', '1e400'],
    ['-1e400', '-1e399'],
    ['1e-400', '2e-400'],
    ['0', '1e-400'],
    ['-1e-400', '0.0'],
    ['0.1', '0.10000000000000000001'],
    ['99', '1e2'],
  ])('%s is below %s', (low, high) => {
    expect(compareNumbers(low, high)).toBeLessThan(0);
    expect(compareNumbers(high, low)).toBeGreaterThan(0);
  });

  it.each([
    ['1', '1.0'],
    ['100', '1e2'],
    ['0', '-0.00e7'],
    ['0.001', '1E-3'],
    ['-12.50', '-125e-1'],
  ])('%s equals %s', (left, right) => {
    expect(compareNumbers(left, right)).toBe(0);
    expect(compareNumbers(right, left)).toBe(0);
  });
});
