import { describe, expect, it } from 'vitest';
import type { TextEncoding } from '../../src/bytes/byte-source.ts';
import { createDecoder, utf8ToString } from '../../src/bytes/decode.ts';

const decodeIn = (bytes: number[], encoding: TextEncoding, size: number) => {
  const decoder = createDecoder(encoding);
  let text = '';
  for (let at = 0; at < bytes.length; at += size)
    text += utf8ToString(decoder.write(Uint8Array.from(bytes.slice(at, at + size))));
  return [text + utf8ToString(decoder.end()), decoder.replacements];
};

const cases: [name: string, encoding: TextEncoding, bytes: number[], text: string, replacements: number][] = [
  ['nothing', 'utf-8', [], '', 0],
  ['1 to 4 bytes', 'utf-8', [0x61, 0xc3, 0xa9, 0xe6, 0xbc, 0xa2, 0xf0, 0x9f, 0x98, 0x80], 'aé漢😀', 0],
  ['a U+FFFD of the input', 'utf-8', [0xef, 0xbf, 0xbd], '\ufffd', 0],
  ['BC-016 an incomplete end', 'utf-8', [0x61, 0xf0, 0x9f, 0x98], 'a\ufffd', 1],
  ['a stray byte', 'utf-8', [0x61, 0xff, 0x62], 'a\ufffdb', 1],
  ['a surrogate in CESU form', 'utf-8', [0xed, 0xa0, 0xbd], '\ufffd\ufffd\ufffd', 3],
  ['BC-050 one mark at the start', 'utf-8', [0xef, 0xbb, 0xbf, 0x6b, 0xef, 0xbb, 0xbf], 'k\ufeff', 0],
  ['a cut mark', 'utf-8', [0xef, 0xbb], '\ufffd', 1],
  ['BC-051 UTF-16LE', 'utf-16le', [0xff, 0xfe, 0x61, 0, 0x3d, 0xd8, 0x00, 0xde], 'a😀', 0],
  ['BC-051 UTF-16BE', 'utf-16be', [0xfe, 0xff, 0, 0x61, 0xd8, 0x3d, 0xde, 0x00], 'a😀', 0],
  ['BC-051 an odd length', 'utf-16le', [0xff, 0xfe, 0x61, 0, 0x62], 'a\ufffd', 1],
  ['lone surrogates', 'utf-16le', [0x00, 0xde, 0x3d, 0xd8, 0x61, 0], '\ufffd\ufffda', 2],
  ['a high surrogate at the end', 'utf-16le', [0x61, 0, 0x3d, 0xd8], 'a\ufffd', 1],
  ['a high surrogate and an odd byte', 'utf-16le', [0x3d, 0xd8, 0x61], '\ufffd', 1],
  ['a U+FFFD of UTF-16', 'utf-16be', [0xff, 0xfd], '\ufffd', 0],
];

describe('createDecoder', () => {
  it.each(cases)('%s', (_name, encoding, bytes, text, replacements) => {
    for (const size of [1, 2, 3, 4, 99]) expect(decodeIn(bytes, encoding, size)).toEqual([text, replacements]);
  });

  it('keeps the mark when asked', () => {
    expect(
      utf8ToString(createDecoder('utf-8', { keepByteOrderMark: true }).write(Uint8Array.of(0xef, 0xbb, 0xbf))),
    ).toBe('\ufeff');
  });

  it('returns well-formed bytes themselves', () => {
    const chunk = new TextEncoder().encode('as it is 漢');
    expect(createDecoder('utf-8').write(chunk).buffer).toBe(chunk.buffer);
  });

  it('refuses binary', () => {
    expect(() => createDecoder('binary')).toThrow(TypeError);
  });
});
