import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  jsonEscapedLength,
  jsonEscapedLengthUtf8,
  takeEscaped,
  takeEscapedUtf8,
} from '../../src/bytes/escaped-length.ts';
import { ceilCodePoint, floorCodePoint } from '../../src/bytes/utf8-edge.ts';

const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const isWellFormed = (text: string) => !/[\ud800-\udfff]/u.test(text);
const mixedText = fc
  .array(fc.constantFrom('a', '"', '\\', '\n', '\0', 'é', '\u007f', '漢', '\ufffd', '😀', '\u2028'), { maxLength: 120 })
  .map((chars) => chars.join(''));
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 80 }),
  fc
    .array(fc.constantFrom(0x61, 0x80, 0xbf, 0xc3, 0xa9, 0xe0, 0xa0, 0xed, 0x9f, 0xf0, 0x90, 0xf4, 0x8f, 0xff), {
      maxLength: 60,
    })
    .map((bytes) => Uint8Array.from(bytes)),
);
const runs = { numRuns: 1000 };

describe('edges of code points', () => {
  // Fails when floorCodePoint looks back one byte too few (`back <= 2`).
  it('BC-012 cuts at every byte without a broken character', () => {
    const text = 'aé漢😀'.repeat(20);
    const bytes = new TextEncoder().encode(text);
    for (let cap = 0; cap <= bytes.length; cap++) {
      const edge = floorCodePoint(bytes, cap);
      const head = decode(bytes.subarray(0, edge));
      expect(edge).toBeLessThanOrEqual(cap);
      expect(cap - edge).toBeLessThan(4);
      expect(text.startsWith(head)).toBe(true);
      expect(text.endsWith(decode(bytes.subarray(ceilCodePoint(bytes, cap))))).toBe(true);
    }
  });

  // Fails when takeEscapedUtf8 counts ill-formed bytes as free, or when it returns an index inside a unit.
  it('BC-012 takes the longest beginning of any bytes that fits, for every cap 1..200', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyBytes,
          mixedText.map((text) => new TextEncoder().encode(text)),
        ),
        fc.integer({ min: 1, max: 200 }),
        (bytes, cap) => {
          const edge = takeEscapedUtf8(bytes, cap);
          const cost = (end: number) =>
            new TextEncoder().encode(JSON.stringify(decode(bytes.subarray(0, end)))).length - 2;
          expect(cost(edge)).toBeLessThanOrEqual(cap);
          expect(decode(bytes.subarray(0, edge)) + decode(bytes.subarray(edge))).toBe(decode(bytes));
          expect(jsonEscapedLengthUtf8(bytes)).toBe(jsonEscapedLength(decode(bytes)));
          if (edge < bytes.length) {
            const nextUnit = [1, 2, 3, 4].find(
              (more) =>
                edge + more >= bytes.length ||
                decode(bytes.subarray(0, edge + more)) + decode(bytes.subarray(edge + more)) === decode(bytes),
            ) as number;
            expect(cost(edge + nextUnit)).toBeGreaterThan(cap);
          }
        },
      ),
      runs,
    );
  });

  // Fails when takeEscaped stops between the halves of a pair (its isPairAt branch dropped).
  it('BC-013 never leaves half a surrogate pair, for every cap 1..200', () => {
    fc.assert(
      fc.property(
        fc.oneof(mixedText, fc.constant(`a${'😀'.repeat(60)}`)),
        fc.integer({ min: 1, max: 200 }),
        (text, cap) => {
          const end = takeEscaped(text, cap);
          const head = text.slice(0, end);
          expect(isWellFormed(head) && isWellFormed(text.slice(end))).toBe(true);
          expect(new TextEncoder().encode(JSON.stringify(head)).length - 2).toBeLessThanOrEqual(cap);
          const oneMore = text.slice(0, end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1));
          if (end < text.length) expect(jsonEscapedLength(oneMore)).toBeGreaterThan(cap);
        },
      ),
      runs,
    );
  });

  // Fails when the cost of any ASCII character is changed in the table.
  it('measures any string as JSON.stringify writes it', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc
            .oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0xffff }))
            .map((code) => String.fromCharCode(code)),
          maxLength: 60,
        }),
        (text) => {
          expect(jsonEscapedLength(text)).toBe(new TextEncoder().encode(JSON.stringify(text)).length - 2);
        },
      ),
      runs,
    );
  });
});
