import { describe, expect, it } from 'vitest';
import {
  jsonEscapedLength,
  jsonEscapedLengthUtf8,
  takeEscaped,
  takeEscapedUtf8,
} from '../../src/bytes/escaped-length.ts';

const encode = (text: string) => new TextEncoder().encode(text);

describe('jsonEscapedLength', () => {
  it.each([
    ['empty', '', 0],
    ['ASCII', 'plain text', 10],
    ['quotes and backslashes', '"\\"', 6],
    ['short escapes', '\b\t\n\f\r', 10],
    ['other control characters', '\u0000\u001f', 12],
    ['DEL is not escaped', '\u007f', 1],
    ['line separators are not escaped', '\u2028\u2029', 6],
    ['1 to 4 bytes', 'aé漢😀', 10],
    ['a lone high surrogate', 'x\ud83d y', 9],
    ['a lone low surrogate', '\ude00', 6],
  ])('%s', (_name, text, bytes) => {
    expect(jsonEscapedLength(text)).toBe(bytes);
    expect(encode(JSON.stringify(text)).length - 2).toBe(bytes);
  });
});

describe('takeEscaped', () => {
  it.each([
    ['ab"c', 3, 2],
    ['ab"c', 4, 3],
    ['a😀b', 4, 1],
    ['a😀b', 5, 3],
    ['\u0000', 5, 0],
    ['x\ud83d', 6, 1],
    ['x\ud83d', 7, 2],
    ['abc', 0, 0],
    ['abc', 99, 3],
  ])('of %j within %d', (text, maxBytes, index) => {
    expect(takeEscaped(text, maxBytes)).toBe(index);
  });
});

describe('the same over UTF-8', () => {
  it.each([
    ['well-formed text', [0x61, 0x22, 0xe6, 0xbc, 0xa2], 6],
    ['a stray byte', [0x61, 0xff], 4],
    ['a cut character as one replacement', [0xf0, 0x9f, 0x98, 0x61], 4],
    ['a surrogate in CESU form as three', [0xed, 0xa0, 0xbd], 9],
    ['an incomplete end', [0x61, 0xe6, 0xbc], 4],
  ])('measures %s', (_name, bytes, cost) => {
    expect(jsonEscapedLengthUtf8(Uint8Array.from(bytes))).toBe(cost);
  });

  it('cuts on the edge of a character', () => {
    const bytes = encode('a漢"b');
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((max) => takeEscapedUtf8(bytes, max))).toEqual([0, 1, 1, 1, 4, 4, 5, 6]);
  });
});
