import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSendable } from '../../src/bytes/is-sendable.ts';

/** As providers say it, written again. */
const refused = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ud800-\udfff]/u;

describe('isSendable', () => {
  it('tells each of the first 256 characters, at every place in a word', () => {
    const told = Array.from({ length: 256 }, (_, code) => code).filter((code) =>
      [0, 1, 2, 3].every((before) => isSendable(`${'x'.repeat(before)}${String.fromCharCode(code)}yz`)),
    );
    const controls = Array.from({ length: 32 }, (_, code) => code).filter((code) => ![9, 10, 13].includes(code));
    expect(told).toEqual(
      Array.from({ length: 256 }, (_, code) => code).filter((code) => !controls.includes(code) && code !== 127),
    );
  });

  it.each([
    ['an empty text', '', true],
    ['pairs', '😀'.repeat(40_000), true],
    ['half of a pair behind 100,000 characters', `${'é'.repeat(100_000)}\ud83d`, false],
    ['NUL behind 65,536 bytes', `${'a'.repeat(65_536)}\0`, false],
    ['NUL behind characters that end beyond a chunk', `${'漢'.repeat(21_846)}\0b`, false],
    ['line ends and tabs at the end of a chunk', `${'a'.repeat(65_533)}\r\n\t`, true],
    ['what an earlier text left in the chunk', 'short', true],
  ])('%s', (_name, text, expected) => {
    expect(isSendable(text)).toBe(expected);
  });

  it('says what the characters say', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(3), (text, code) => {
        const all = `${text}${String.fromCharCode([0x41, 0x7f, 0x1f, 0xd800][code] ?? 0)}`;
        expect(isSendable(all)).toBe(!refused.test(all));
      }),
    );
  });
});
