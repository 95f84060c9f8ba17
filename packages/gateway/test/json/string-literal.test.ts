import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeString, decodeStringPieces } from '../../src/json/string-literal.ts';

async function pieces(literal: string, pieceBytes = 262_144): Promise<(string | Uint8Array)[]> {
  const bytes = Buffer.from(literal, 'utf8');
  const found: (string | Uint8Array)[] = [];
  for await (const piece of decodeStringPieces(bytes, { start: 0, end: bytes.length }, { pieceBytes })) {
    found.push(typeof piece === 'string' ? piece : Uint8Array.from(piece));
  }
  return found;
}

/** UTF-8 of a text; half of a surrogate pair as its three bytes. */
function generalizedUtf8(text: string): string {
  const parts = text.match(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|./gsu) ?? [];
  const bytes = parts.map((part) => {
    const code = part.codePointAt(0) as number;
    const isHalf = code >= 0xd800 && code <= 0xdfff;
    return isHalf
      ? Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)])
      : Buffer.from(part);
  });
  return Buffer.concat(bytes).toString('hex');
}

const joined = (found: readonly (string | Uint8Array)[]): string =>
  Buffer.concat(found.map((piece) => Buffer.from(piece as Uint8Array))).toString('hex');

describe('decoding string literals in pieces', () => {
  // Fails when a pair of escapes is cut between two pieces, when a run over the probe is not gone on with, or when the
  // native search is not stopped at the end of the piece.
  it('gives the bytes of what one parse gives, wherever the cuts fall', async () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }).map((text) => JSON.stringify(text).slice(1, -1)),
      fc.constantFrom('\\\\', '\\"', '\\/', '\\ud83d\\ude00', '\\ude00', '\\ud83d', '\\n', 'é', '😀', '\\\\\\\\u00'),
      fc.integer({ min: 10, max: 90 }).map((length) => 'x'.repeat(length)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 60 }), fc.integer({ min: 1, max: 64 }), async (units, size) => {
        const literal = `"${units.join('')}"`;
        const found = await pieces(literal, size);
        expect(found[0]).toBe('');
        expect(joined(found)).toBe(generalizedUtf8(JSON.parse(literal) as string));
      }),
      { numRuns: 1_000 },
    );
  });

  it('decodes a mebibyte of nothing but escapes, and of nothing but plain bytes', async () => {
    const escaped = `"${'\\u0061\\ud83d\\ude00'.repeat(60_000)}"`;
    expect(joined(await pieces(escaped)) === Buffer.from('a😀'.repeat(60_000)).toString('hex')).toBe(true);
    const plain = `"${'é'.repeat(500_000)}"`;
    const found = await pieces(plain);
    expect(found.length).toBeGreaterThan(3);
    expect(joined(found) === Buffer.from('é'.repeat(500_000)).toString('hex')).toBe(true);
  });

  it.each(['"a\\q"', '"a\\u12x4"', '"a\\u12"', '"a\\ud83d\\u12"', '"a\\"'])('throws for %s', async (literal) => {
    await expect(pieces(literal)).rejects.toThrow(SyntaxError);
  });

  it('decodes a short literal whole', () => {
    const bytes = Buffer.from('["a\\tb"]');
    expect(decodeString(bytes, { start: 1, end: 7 })).toBe('a\tb');
    expect(() => decodeString(Buffer.from('"\\q"'), { start: 0, end: 4 })).toThrow(SyntaxError);
  });
});
