import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUnescapeWide, type UnescapeWide } from '../../src/json/unescape-wide.ts';
import { Unescaper } from '../../src/json/unescaper.ts';

const shortEscapes = new Uint8Array(256);
for (const [letter, byte] of [
  ['"', 0x22],
  ['\\', 0x5c],
  ['n', 0x0a],
  ['t', 0x09],
] as const) {
  shortEscapes[letter.charCodeAt(0)] = byte;
}
const unescapeWide = createUnescapeWide(shortEscapes) as UnescapeWide;

function run(text: string) {
  const bytes = Buffer.from(text);
  const { read, written, hasControls } = unescapeWide(bytes, 0, bytes.length, 0);
  return { read, hasControls, text: bytes.toString('utf8', 0, written) };
}

function decode(text: string, pieceBytes: number): { text: string; isCanonical: boolean } {
  const bytes = Buffer.from(text);
  const unescaper = new Unescaper(bytes, { start: 0, end: bytes.length });
  const parts: Buffer[] = [];
  for (let piece = unescaper.next(pieceBytes); piece.length > 0; piece = unescaper.next(pieceBytes)) {
    parts.push(Buffer.from(piece));
  }
  return { text: Buffer.concat(parts).toString(), isCanonical: unescaper.isCanonical };
}

describe('unescaping with vector instructions', () => {
  // Fails when an escape across the edge of a vector is cut, or when a byte behind an escape is lost or doubled.
  it('decodes each short escape at each place of a vector', () => {
    for (const [escaped, char] of [
      ['\\"', '"'],
      ['\\\\', '\\'],
      ['\\n', '\n'],
      ['\\t\\n', '\t\n'],
      ['\\\\n', '\\n'],
    ] as const) {
      for (let at = 0; at <= 40; at++) {
        const { read, text, hasControls } = run(`${'a'.repeat(at)}${escaped}${'0123456789'.repeat(5)}`);
        const whole = `${'a'.repeat(at)}${char}${'0123456789'.repeat(5)}`;
        expect(whole.startsWith(text)).toBe(true);
        expect(read - text.length).toBe(escaped.length - char.length);
        expect(whole.length - text.length).toBeLessThanOrEqual(16);
        expect(hasControls).toBe(false);
      }
    }
  });

  it.each(['\\u0041', '\\/', '\\q', '\\é'])('stops before %s', (other) => {
    const { read, text } = run(`plain\\n${'b'.repeat(30)}${other}${'c'.repeat(60)}`);
    expect(read).toBe(37);
    expect(text).toBe(`plain\n${'b'.repeat(30)}`);
  });

  it('moves down what it decodes, and touches nothing behind what it read', () => {
    const bytes = Buffer.from(`--a\\nb${'c'.repeat(40)}`);
    const { read, written } = unescapeWide(bytes, 2, bytes.length, 0);
    expect(bytes.toString('utf8', 0, written)).toBe(`a\nb${'c'.repeat(written - 3)}`);
    expect(bytes.toString('utf8', 2 + read)).toBe('c'.repeat(46 - 2 - read));
  });

  it('reads no more than it has room for', () => {
    const { read, text } = run('x'.repeat(16_384 + 100));
    expect(read).toBeGreaterThan(16_384 - 17);
    expect(read).toBeLessThanOrEqual(16_384);
    expect(text).toBe('x'.repeat(read));
  });

  // Fails when bytes over 0x7f count as less than a blank.
  it('tells of control characters, and of nothing else', () => {
    expect(run(`é😀~ ${'x'.repeat(40)}`).hasControls).toBe(false);
    for (const control of ['\0', '\n', '\u001f']) expect(run(`abc${control}${'x'.repeat(40)}`).hasControls).toBe(true);
  });
});

describe('Unescaper over long texts', () => {
  const unit = fc.oneof(
    fc
      .string({ unit: 'binary', minLength: 1, maxLength: 40 })
      .map((text) => JSON.stringify(text.toWellFormed()).slice(1, -1)),
    fc.constantFrom('\\\\', '\\"', '\\n', '\\u0001', 'é', '😀', '\\\\\\\\u00'),
    fc.integer({ min: 10, max: 3_000 }).map((length) => 'x'.repeat(length)),
  );

  // Fails when the place where the vectors end is not the one where the rest begins, or when a block is cut in an escape.
  it('gives what one parse gives, and knows what JSON.stringify would have written', () => {
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 80 }), fc.integer({ min: 200, max: 40_000 }), (units, size) => {
        const text = units.join('');
        const parsed = JSON.parse(`"${text}"`) as string;
        expect(decode(text, size)).toEqual({ text: parsed, isCanonical: JSON.stringify(parsed) === `"${text}"` });
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a slash escaped for no need', '\\/'],
    ['a letter escaped for no need', '\\u0041'],
    ['a bare control character', '\u0001'],
  ])('knows %s wherever it stands', (_name, odd) => {
    const plain = 'x'.repeat(500);
    for (const at of [0, 1, 15, 16, 17, 300, 483, 484, 499, 500]) {
      expect(decode(plain.slice(at) + odd + plain.slice(0, at), 1_000).isCanonical).toBe(false);
    }
    expect(decode(plain, 1_000).isCanonical).toBe(true);
  });
});
