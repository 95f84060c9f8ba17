import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  digestListing,
  digestName,
  formatListingCursor,
  type ListingCursor,
  parseListingCursor,
} from '../../src/handle/listing-cursor.ts';

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'none';
};

const cursors = fc.record({
  names: fc.array(fc.nat(2 ** 48 - 1), { minLength: 1, maxLength: 3 }),
  listing: fc.nat(2 ** 32 - 1),
});

describe('a cursor of a listing', () => {
  it('has one form', () => {
    const cursor = { names: [digestName(Buffer.from('app.log'))], listing: digestListing('logs') };
    expect(cursor).toEqual({ names: [0xeb03_2c5c_5b6b], listing: 0x98f3_8f12 });
    expect(formatListingCursor(cursor)).toBe('d_06cf73rjxc1jrq2vddsjj6mt');
  });

  it('is read back as it was written, in at most 46 characters', () => {
    fc.assert(
      fc.property(cursors, (cursor: ListingCursor) => {
        const text = formatListingCursor(cursor);
        expect(text).toMatch(/^d_[0-9a-hjkmnp-tv-z]{1,44}$/);
        expect(parseListingCursor(` ${text}\n`, cursor.listing)).toEqual(cursor);
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps the first three names', () => {
    const text = formatListingCursor({ names: [4, 3, 2, 1], listing: 7 });
    expect(parseListingCursor(text, 7).names).toEqual([4, 3, 2]);
  });

  // Fails when the check digits are not compared.
  it('with one character changed is refused', () => {
    fc.assert(
      fc.property(cursors, fc.nat(), fc.constantFrom(...'0123456789abcdefghjkmnpqrstvwxyz'), (cursor, place, char) => {
        const text = formatListingCursor(cursor);
        const at = 2 + (place % (text.length - 2));
        fc.pre(text[at] !== char);
        const changed = text.slice(0, at) + char + text.slice(at + 1);
        expect(codeOf(() => parseListingCursor(changed, cursor.listing))).toBe('cursor-malformed');
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(['', 'd_', 'c_0123', 'nonsense', 'd_!!!!'])('is not %s', (text) => {
    expect(codeOf(() => parseListingCursor(text, 1))).toBe('cursor-malformed');
  });

  it('of another listing is told apart from none', () => {
    const text = formatListingCursor({ names: [1], listing: 7 });
    expect(codeOf(() => parseListingCursor(text, 8))).toBe('cursor-mismatch');
  });
});
