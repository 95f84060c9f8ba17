import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeString, decodeStringPieces } from '../../src/json/string-literal.ts';

async function pieces(literal: string, pieceBytes?: number): Promise<string[]> {
  const bytes = Buffer.from(literal, 'utf8');
  const found: string[] = [];
  for await (const piece of decodeStringPieces(bytes, { start: 0, end: bytes.length }, pieceBytes)) found.push(piece);
  return found;
}

const escapeAll = (text: string): string =>
  `"${[...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;

describe('decoding string literals in pieces', () => {
  // Fails when the back-slash before the cut is not looked for, or when a pair of escapes is cut in two.
  it('joins to the same string as one parse, wherever the cuts fall', async () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }).map((text) => JSON.stringify(text).slice(1, -1)),
      fc.constantFrom('\\\\', '\\"', '\\ud83d\\ude00', '\\ude00', '\\ud83d', '\\n', 'é', '😀', '\\\\\\\\u00'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 60 }), fc.integer({ min: 16, max: 64 }), async (units, size) => {
        const literal = `"${units.join('')}"`;
        const whole = JSON.parse(literal) as string;
        const found = await pieces(literal, size);
        expect(found.join('')).toBe(whole);
        expect(found.every((piece) => piece.isWellFormed())).toBe(whole.isWellFormed());
      }),
      { numRuns: 1_000 },
    );
  });

  it('decodes a literal of nothing but escapes', async () => {
    const text = 'a😀'.repeat(200_000);
    const found = await pieces(escapeAll(text));
    expect(found.length).toBeGreaterThan(3);
    expect(found.join('') === text).toBe(true);
    expect(found.every((piece) => piece.isWellFormed())).toBe(true);
  });

  it('decodes a short literal whole', () => {
    const bytes = Buffer.from('["a\\tb"]');
    expect(decodeString(bytes, { start: 1, end: 7 })).toBe('a\tb');
  });

  it('throws for what is no JSON string', async () => {
    await expect(pieces('"a\u0001"')).rejects.toThrow(SyntaxError);
  });
});
