import { describe, expect, it } from 'vitest';
import { legacyCodec, legacyEncodings } from '../../src/bytes/legacy-codec.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

describe('old encodings', () => {
  it.each([
    ['windows-1252', '93 48 69 94 80 e9', '“Hi”€é'],
    ['latin1', '85 fc', '…ü'],
    ['cp1251', 'cf f0 e8 e2 e5 f2', 'Привет'],
    ['koi8-r', 'f0 d2 c9 d7 c5 d4', 'Привет'],
    ['sjis', '93 fa 96 7b b6 c5', '日本ｶﾅ'],
    ['cp936', 'd6 d0 ce c4', '中文'],
    ['gb18030', '81 30 84 36 d6 d0', '¥中'],
    ['big5', 'a4 a4 a4 e5', '中文'],
    ['euc-jp', 'c6 fc 8f b0 a1', '日丂'],
    ['euc-kr', 'c7 d1 b1 db', '한글'],
  ])('%s: %s is %s', (label, bytes, text) => {
    expect(legacyCodec(label)?.decode(hex(bytes))).toEqual({ text, replacements: 0 });
  });

  it('says how much of a text could not be decoded', () => {
    expect(legacyCodec('shift_jis')?.decode(hex('41 fd fd 42'))).toEqual({ text: 'A\ufffd\ufffdB', replacements: 2 });
  });

  it('has none whose line feed is not one byte, and none that does not exist', () => {
    for (const label of ['iso-2022-jp', 'utf-16le', 'utf-8', 'replacement', 'x-user-defined', 'cp437', '', 'no such']) {
      expect(legacyCodec(label)).toBeUndefined();
    }
    const lineFeed = Uint8Array.of(0x0a);
    for (const name of legacyEncodings) expect(legacyCodec(name)?.decode(lineFeed).text).toBe('\n');
  });

  // Fails when a byte is taken for an edge because a character begins at it in another reading.
  it('knows the edges of characters of several bytes', () => {
    const codec = legacyCodec('shift_jis');
    const bytes = hex('20 93 fa 96 7b 41 b6');
    expect(Array.from({ length: 8 }, (_, at) => codec?.floor(bytes, at))).toEqual([0, 1, 1, 3, 3, 5, 6, 7]);
    const map = codec?.toByteMap(bytes, ' 日本Aｶ');
    expect([0, 1, 2, 3, 4, 5].map((index) => map?.(index))).toEqual([0, 1, 3, 5, 6, 7]);
  });
});
