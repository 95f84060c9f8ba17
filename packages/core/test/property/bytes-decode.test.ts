import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDecoder, utf8ToString } from '../../src/bytes/decode.ts';

const mixedBytes = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc
    .array(fc.constantFrom('a', 'é', '漢', '😀', '\ufffd', '\ufeff'), { maxLength: 40 })
    .map((chars) => new TextEncoder().encode(chars.join(''))),
  fc
    .array(fc.constantFrom(0x00, 0x61, 0xd8, 0xdc, 0xde, 0x3d, 0xfe, 0xff, 0xfd), { maxLength: 30 })
    .map((bytes) => Uint8Array.from(bytes)),
);
const split = (bytes: Uint8Array, sizes: number[]) => {
  const chunks: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] as number;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
};
const count = (text: string) => text.split('\ufffd').length - 1;

describe('decoding', () => {
  // Fails when `write` does not hold back the incomplete tail (heldLength always 0).
  it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)(
    'BC-016 decodes %s as one piece, however it is split',
    (encoding) => {
      fc.assert(
        fc.property(
          mixedBytes,
          fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 }),
          (bytes, sizes) => {
            const decoder = createDecoder(encoding, { keepByteOrderMark: true });
            const parts = split(bytes, sizes).map((chunk) => utf8ToString(decoder.write(chunk)));
            const text = parts.join('') + utf8ToString(decoder.end());
            expect(text).toBe(new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes));
            expect(parts.every((part) => !/[\ud800-\udfff]/u.test(part))).toBe(true);
            expect(decoder.replacements).toBeLessThanOrEqual(count(text));
          },
        ),
        { numRuns: 1000 },
      );
    },
  );

  // Fails when a U+FFFD of the input is counted.
  it('BC-016 writes no U+FFFD that well-formed input did not hold', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'é', '漢', '😀', '\ufffd'), { maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        (chars, size) => {
          const decoder = createDecoder('utf-8');
          const text = chars.join('');
          const decoded = split(new TextEncoder().encode(text), [size])
            .map((chunk) => utf8ToString(decoder.write(chunk)))
            .join('');
          expect(decoded + utf8ToString(decoder.end())).toBe(text);
          expect(decoder.replacements).toBe(0);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
