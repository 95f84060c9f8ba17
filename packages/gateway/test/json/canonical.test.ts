import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCanonicalOf } from '../../src/json/canonical.ts';
import { Unescaper } from '../../src/json/unescaper.ts';

/** Puts a literal at a place of a buffer, so that it begins at every distance from a multiple of four. */
function placed(literal: string | Buffer, before: number): [bytes: Buffer, range: { start: number; end: number }] {
  const inside = Buffer.from(literal as string);
  const bytes = Buffer.concat([Buffer.alloc(before, 1), inside, Buffer.alloc(5, 1)]);
  return [bytes, { start: before, end: before + inside.length }];
}

function isCanonical(literal: string | Buffer, before: number, pieceBytes: number): boolean {
  const [bytes, range] = placed(literal, before);
  const unescaper = new Unescaper(bytes, { start: range.start + 1, end: range.end - 1 });
  while (unescaper.next(pieceBytes).length > 0);
  return unescaper.isCanonical && isUtf8(bytes.subarray(range.start, range.end));
}

describe('canonical string literals', () => {
  // Fails when an escaped slash, an upper-case digit, a pair written as escapes, or a raw control byte passes.
  it('are those that JSON.stringify writes', () => {
    const unit = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.string({ unit: 'binary', maxLength: 6 }).map((text) => JSON.stringify(text).slice(1, -1)),
      },
      fc.constantFrom(
        '\\/',
        '\\u00e9',
        '\\u001F',
        '\\u001f',
        '\\u000a',
        '\\ud83d\\ude00',
        '\\uD83D',
        '\\udfff',
        '\\u0022',
      ),
      fc.constantFrom('\\u007f', '\\u0041', '\t', '\r', '\u0001', '/', 'é', '😀', '\u007f', '퟿'),
    );
    const place = fc.record({ before: fc.integer({ min: 0, max: 7 }), pieceBytes: fc.integer({ min: 1, max: 40 }) });
    let canonical = 0;
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 6 }), place, (units, { before, pieceBytes }) => {
        const literal = `"${units.join('')}"`;
        const isRaw = /[\0-\x1f]/.test(literal);
        const expected = !isRaw && JSON.stringify(JSON.parse(literal)) === literal;
        if (expected) canonical += 1;
        expect(isCanonical(literal, before, pieceBytes)).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
    expect(canonical).toBeGreaterThan(300);
  });

  it.each([
    ['a stray byte', Buffer.from([0x22, 0x61, 0xff, 0x22])],
    ['a surrogate in three bytes', Buffer.from([0x22, 0xed, 0xa0, 0xbd, 0x22])],
    ['a control byte first', Buffer.from('"\u0001xxxxxxxx"')],
    ['a control byte in the middle', Buffer.from('"xxxxxx\u001fxxxxxxx"')],
    ['a control byte last', Buffer.from('"xxxxxxxx\n"')],
  ])('are not: %s', (_, literal) => {
    for (let before = 0; before < 8; before++) expect(isCanonical(literal, before, 40)).toBe(false);
  });

  it('are told from the text that they are compared with', () => {
    const plain = Buffer.from('{"a":"é"}');
    expect(isCanonicalOf(...placed('"{\\"a\\":\\"é\\"}"', 3), plain)).toBe(true);
    for (const other of [
      '"{\\"a\\":\\"\\u00e9\\"}"',
      '"{\\"a\\":\\"é\\"} "',
      '"{\\"a\\":\\"é\\""',
      '"{\\"a\\":\\"e\\"}"',
      '"\\q"',
    ]) {
      expect(isCanonicalOf(...placed(other, 3), plain)).toBe(false);
    }
  });
});
