import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberValue } from '../../../src/shape/log/line-tokens.ts';
import { spellingOf, spellNumber } from '../../../src/shape/log/number-spelling.ts';

const respell = (text: string): string => {
  const bytes = new TextEncoder().encode(text);
  return spellNumber(numberValue(bytes, 0, bytes.length), spellingOf(bytes, 0, bytes.length));
};

describe('the spelling of numbers', () => {
  it.each([
    '0',
    '000',
    '000058',
    '1.20',
    '0.50',
    '00.5',
    '1.0',
    '1000000.0',
    '1,000',
    '1234,567',
    '1,234,567',
    '0,123',
    '0,000',
    '000,001,000',
  ])('keeps %s', (text) => {
    expect(respell(text)).toBe(text);
  });
  it.each(['0.00000000000012', '999999999999999', '0.1234567890123', '12345678.1234567'])('keeps %s', (text) => {
    expect(respell(text)).toBe(text);
  });

  // Fails when leading zeros are not counted, or when a fraction of zeros is taken for groups of three.
  it('keeps any number of at most 15 characters', () => {
    const digits = fc.stringMatching(/^\d{1,8}(?:\.\d{1,6})?$/);
    const grouped = fc.stringMatching(/^\d{1,3}(?:,\d{3}){1,3}$/);
    fc.assert(
      fc.property(fc.oneof(digits, grouped), (text) => {
        expect(respell(text)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });
});
