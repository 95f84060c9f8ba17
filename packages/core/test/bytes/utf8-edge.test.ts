import { describe, expect, it } from 'vitest';
import { ceilCodePoint, floorCodePoint, incompleteTailLength } from '../../src/bytes/utf8-edge.ts';

const bytesOf = (...bytes: number[]) => Uint8Array.from(bytes);

describe('floorCodePoint and ceilCodePoint', () => {
  // 'aé漢😀' is 61 | C3 A9 | E6 BC A2 | F0 9F 98 80
  const mixed = bytesOf(0x61, 0xc3, 0xa9, 0xe6, 0xbc, 0xa2, 0xf0, 0x9f, 0x98, 0x80);
  it('move to the edges of 1- to 4-byte characters', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((at) => floorCodePoint(mixed, at))).toEqual([
      0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10,
    ]);
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((at) => ceilCodePoint(mixed, at))).toEqual([
      0, 1, 3, 3, 6, 6, 6, 10, 10, 10, 10,
    ]);
  });

  it('stay inside the bytes', () => {
    expect([floorCodePoint(mixed, -3), floorCodePoint(mixed, 99)]).toEqual([0, 10]);
    expect([ceilCodePoint(mixed, -3), ceilCodePoint(mixed, 99)]).toEqual([0, 10]);
  });

  it.each([
    ['stray continuation bytes', bytesOf(0x80, 0x80, 0x80, 0x80)],
    ['a lead byte without its rest', bytesOf(0xf0, 0x9f, 0x61, 0x62)],
    ['an overlong form', bytesOf(0xc0, 0x80, 0xe0, 0x80)],
    ['a surrogate in CESU form', bytesOf(0xed, 0xa0, 0xbd, 0x61)],
    ['bytes that UTF-8 never uses', bytesOf(0xff, 0xfe, 0xf8, 0xbf)],
  ])('take each byte of %s as a unit of its own', (_name, bytes) => {
    expect([1, 2, 3].map((at) => floorCodePoint(bytes, at))).toEqual([1, 2, 3]);
    expect([1, 2, 3].map((at) => ceilCodePoint(bytes, at))).toEqual([1, 2, 3]);
  });
});

describe('incompleteTailLength', () => {
  it.each([
    ['nothing', [], 0],
    ['ASCII', [0x61], 0],
    ['a whole character', [0xe6, 0xbc, 0xa2], 0],
    ['a lead byte', [0x61, 0xe6], 1],
    ['two of three', [0x61, 0xe6, 0xbc], 2],
    ['three of four', [0xf0, 0x9f, 0x98], 3],
    ['a lead byte that cannot begin a character', [0x61, 0xff], 0],
    ['a second byte that cannot follow', [0xed, 0xa0], 0],
    ['four continuation bytes', [0x80, 0x80, 0x80, 0x80], 0],
    ['a character followed by a stray byte', [0xc3, 0xa9, 0x80], 0],
  ])('after %s', (_name, bytes, length) => {
    expect(incompleteTailLength(Uint8Array.from(bytes))).toBe(length);
  });
});
