import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJsonEscaper } from '../../src/bytes/json-escape.ts';

/** Writes a content in chunks of a size, and returns the escaped text, byte for byte. */
function escaped(bytes: Uint8Array, chunkBytes: number): string {
  const escaper = createJsonEscaper();
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) pieces.push(escaper.write(bytes.subarray(at, at + chunkBytes)));
  pieces.push(escaper.end());
  return Buffer.concat(pieces).toString('latin1');
}

/** UTF-8, and half of a surrogate pair as its three bytes. */
function generalizedUtf8(text: string): Uint8Array {
  const bytes = [...text].map((char) => {
    const unit = char.charCodeAt(0);
    if (char.length === 2 || unit < 0xd800 || unit > 0xdfff) return Buffer.from(char);
    return Buffer.from([0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]);
  });
  return Buffer.concat(bytes);
}

describe('createJsonEscaper', () => {
  // Fails when a surrogate cut between two chunks is not held back, when a short escape is written as \u00xx, or when
  // hexadecimal digits are upper case.
  it('writes what JSON.stringify writes, whatever the chunking', () => {
    const char = fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }) },
      fc.constantFrom('\ud83d', '\ude00', '\udfff', '\ud7ff', '\ue000', '"', '\\', '/', '\u007f', '\u2028', '\u0000'),
      fc.integer({ min: 0, max: 0x1f }).map((code) => String.fromCharCode(code)),
    );
    fc.assert(
      fc.property(fc.array(char, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), (chars, chunkBytes) => {
        const text = chars.join('');
        const expected = Buffer.from(JSON.stringify(text).slice(1, -1)).toString('latin1');
        expect(escaped(generalizedUtf8(text), chunkBytes)).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['a stray byte', [0x61, 0xff, 0x22], 'a\u00ff\\"'],
    ['half of a surrogate cut by the end', [0x61, 0xed, 0xa0], 'a\u00ed\u00a0'],
    ['the lead alone at the end', [0xed], '\u00ed'],
    ['a surrogate and a cut one', [0xed, 0xa0, 0xbd, 0xed], '\\ud83d\u00ed'],
    ['a lead before something else', [0xed, 0x22, 0xed, 0xbf, 0x0a], '\u00ed\\"\u00ed\u00bf\\n'],
  ])('passes other bytes as they are: %s', (_, bytes, expected) => {
    for (const chunkBytes of [1, 2, 3, 99]) expect(escaped(Uint8Array.from(bytes), chunkBytes)).toBe(expected);
  });
});
