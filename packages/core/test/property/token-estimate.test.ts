import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { estimateTokens } from '../../src/recover/estimate/estimate-tokens.ts';
import { kinds } from '../recover/estimate/support/kinds.mjs';

const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
const ratioOf = (text: string): number => estimateTokens(text) / countTokens(text, plain);

/** A cut of a kind, from anywhere in it. */
const excerpt = fc
  .tuple(
    fc.constantFrom(...Object.values(kinds)),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.integer({ min: 100, max: 2_000 }),
  )
  .map(([text, from, length]) => {
    const start = Math.floor(from * Math.max(0, text.length - length));
    return text.slice(start, start + length).toWellFormed();
  });

it('token estimate: excerpts of all kinds in any mixture are within 0.9 to 1.4 of what they are', () => {
  fc.assert(
    fc.property(
      fc.array(excerpt, { minLength: 4, maxLength: 12 }),
      fc.constantFrom('\n', ' ', ''),
      (parts, between) => {
        const ratio = ratioOf(parts.join(between));
        expect(ratio).toBeGreaterThanOrEqual(0.9);
        expect(ratio).toBeLessThanOrEqual(1.4);
      },
    ),
    { numRuns: 500 },
  );
});

it('token estimate: random characters, among them what nobody writes, are never over 2 and never below 0.7', () => {
  const unit = fc.constantFrom<'grapheme' | 'binary' | 'binary-ascii' | 'grapheme-ascii'>(
    'grapheme',
    'binary',
    'binary-ascii',
    'grapheme-ascii',
  );
  fc.assert(
    fc.property(
      unit.chain((kind) => fc.string({ unit: kind, minLength: 300, maxLength: 600 })),
      (text) => {
        const ratio = ratioOf(text.toWellFormed());
        expect(ratio).toBeGreaterThanOrEqual(0.7);
        expect(ratio).toBeLessThanOrEqual(2);
      },
    ),
    { numRuns: 500 },
  );
});

it('token estimate: more text is never fewer tokens, but for what joins at the seam', () => {
  fc.assert(
    fc.property(excerpt, excerpt, (first, second) => {
      const joined = estimateTokens(first + second);
      expect(joined).toBeGreaterThanOrEqual(estimateTokens(first) - 1);
      expect(joined).toBeLessThanOrEqual(estimateTokens(first) + estimateTokens(second) + 6);
    }),
    { numRuns: 500 },
  );
});

it('token estimate: the bytes of any text count as the text, whatever the characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      expect(estimateTokens(new TextEncoder().encode(text))).toBe(estimateTokens(text.toWellFormed()));
    }),
  );
});
