import { describe, expect, it } from 'vitest';
import { byteOrderMarkLength, detectEncoding } from '../../src/bytes/encoding.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const spread = (text: string, lead: number) =>
  Uint8Array.from([...encode(text)].flatMap((byte) => (lead === 0 ? [byte, 0] : [0, byte])));

describe('detectEncoding', () => {
  it.each([
    ['nothing', new Uint8Array(0), 'utf-8'],
    ['one character', encode('a'), 'utf-8'],
    ['text of all lengths', encode('aé漢😀\n'), 'utf-8'],
    ['a UTF-8 mark', Uint8Array.of(0xef, 0xbb, 0xbf, 0x61), 'utf-8'],
    ['BC-051 a UTF-16LE mark', Uint8Array.of(0xff, 0xfe, 0x61, 0x00), 'utf-16le'],
    ['BC-051 a UTF-16BE mark', Uint8Array.of(0xfe, 0xff, 0x00, 0x61), 'utf-16be'],
    ['a UTF-16LE mark and an odd length', Uint8Array.of(0xff, 0xfe, 0x61, 0x00, 0x62), 'utf-16le'],
    ['a UTF-32LE mark', Uint8Array.of(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0), 'binary'],
    ['UTF-16LE without mark', spread('key: value\r\nother: 漢'.slice(0, 20), 0), 'utf-16le'],
    ['UTF-16BE without mark', spread('key: value\r\nother: x', 1), 'utf-16be'],
    ['colours', encode('\u001b[31mred\u001b[0m\n'.repeat(50)), 'utf-8'],
    ['a progress bar with backspaces', encode('1%\b\b2%\b\b3%\r\n'), 'utf-8'],
    ['BC-053 a code page', Uint8Array.of(0xb3, 0xc9, 0xb9, 0xa6), 'utf-8'],
    ['BC-053 a long text of a code page', new Uint8Array(4000).fill(0xb3), 'utf-8'],
    ['a few stray bytes', encode('x'.repeat(500)).fill(0xff, 100, 103), 'utf-8'],
    ['names ended by NUL', encode('./src/some/folder/file.ts\0'.repeat(40)), 'utf-8'],
    ['NULs', new Uint8Array(100), 'binary'],
    ['BC-064 control characters', Uint8Array.from({ length: 2000 }, (_, at) => (at * 7919) % 251), 'binary'],
    ['PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), 'binary'],
    ['JPEG', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 'binary'],
    ['gzip', Uint8Array.of(0x1f, 0x8b, 0x08, 0x00), 'binary'],
    ['BC-065 ELF', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0), 'binary'],
    ['SQLite', encode('SQLite format 3\0'), 'binary'],
    [
      'PDF with its binary second line',
      Uint8Array.of(...encode('%PDF-1.7\n%'), 0xe2, 0xe3, 0xcf, 0xd3, 0x0a),
      'binary',
    ],
    ['a text about GIF89a', encode('GIF89a is a format'), 'utf-8'],
  ])('%s', (_name, bytes, encoding) => {
    expect(detectEncoding(bytes, true)).toBe(encoding);
  });

  it('does not count a character that the end of the head cuts', () => {
    const cut = Uint8Array.of(...encode('漢'), 0xe6, 0xbc);
    expect(detectEncoding(cut, false)).toBe('utf-8');
  });
});

describe('byteOrderMarkLength', () => {
  it.each([
    ['utf-8', [0xef, 0xbb, 0xbf, 0x61], 3],
    ['utf-8', [0x61], 0],
    ['utf-16le', [0xff, 0xfe], 2],
    ['utf-16be', [0xff, 0xfe], 0],
    ['binary', [0xff, 0xfe, 0, 0], 0],
  ] as const)('%s %j', (encoding, bytes, length) => {
    expect(byteOrderMarkLength(Uint8Array.from(bytes), encoding)).toBe(length);
  });
});
