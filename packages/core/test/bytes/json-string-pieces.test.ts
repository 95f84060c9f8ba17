import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonStringPieces } from '../../src/bytes/json-string-pieces.ts';

function decodeIn(source: Uint8Array, pieceBytes: number): string {
  const pieces = new JsonStringPieces();
  let text = '';
  for (let from = 0; from < source.length; from += pieceBytes) {
    text += pieces.write(source.subarray(from, from + pieceBytes));
  }
  return text + pieces.end();
}

describe('JsonStringPieces', () => {
  // Fails when an escape is cut, when an escaped backslash at the end is taken for the start of one, or when a character
  // of several bytes is cut.
  it('decodes the same whatever the pieces', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom('\\', '\\\\', '\\u', '"', '\n', '\u0001', '😀', '\ud83d', 'é', 'u0041', '/'),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        (parts, at, isAscii) => {
          const text = parts.join('');
          const json = JSON.stringify(text).slice(1, -1);
          const written = isAscii
            ? json.replace(/[\u0080-\uffff]/gu, (char) =>
                Array.from(
                  { length: char.length },
                  (_, unit) => `\\u${char.charCodeAt(unit).toString(16).padStart(4, '0')}`,
                ).join(''),
              )
            : json;
          expect(decodeIn(Buffer.from(written), at)).toBe(text);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('refuses what no JSON string holds', () => {
    expect(() => decodeIn(Buffer.from('a\\qb'), 64)).toThrow(SyntaxError);
    expect(() => decodeIn(Buffer.from('a\\'), 64)).toThrow(SyntaxError);
    expect(() => decodeIn(Buffer.from('a\u0001b'), 64)).toThrow(SyntaxError);
  });
});
