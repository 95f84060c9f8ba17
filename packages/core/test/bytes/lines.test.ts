import { describe, expect, it } from 'vitest';
import type { TextEncoding } from '../../src/bytes/byte-source.ts';
import { countLines, createLineScanner, iterateLines } from '../../src/bytes/lines.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, encoding: TextEncoding) => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), encoding === 'utf-16le');
  return bytes;
};
const linesOf = (bytes: Uint8Array, encoding: TextEncoding = 'utf-8') =>
  [...iterateLines(bytes, encoding)].map(({ start, end, next }) => [start, end, next]);

describe('iterateLines', () => {
  it.each([
    ['nothing', '', []],
    ['one line without newline', 'abc', [[0, 3, 3]]],
    [
      'BC-036 a last line without newline',
      'x1\nx2\nx3',
      [
        [0, 2, 3],
        [3, 5, 6],
        [6, 8, 8],
      ],
    ],
    [
      'BC-036 a last newline, which is not a line',
      'x1\nx2\n',
      [
        [0, 2, 3],
        [3, 5, 6],
      ],
    ],
    [
      'empty lines',
      '\n\na',
      [
        [0, 0, 1],
        [1, 1, 2],
        [2, 3, 3],
      ],
    ],
    [
      'CR is part of the line',
      'a\r\nb\r',
      [
        [0, 2, 3],
        [3, 5, 5],
      ],
    ],
  ])('%s', (_name, text, ranges) => {
    expect(linesOf(encode(text))).toEqual(ranges);
    expect(countLines(encode(text))).toBe(ranges.length);
  });

  it('BC-022 splits on nothing but LF', () => {
    const bytes = encode('a\u0085b\u2028c\u2029d\u000be\u000cf\rg\nh');
    expect(countLines(bytes)).toBe(2);
    expect([...iterateLines(bytes)]).toHaveLength(2);
  });

  it.each(['utf-16le', 'utf-16be'] as const)(
    'BC-056 finds the line feeds of %s and no half of another unit',
    (encoding) => {
      // U+0A0A and U+0A00 hold the byte 0x0A without being line feeds, and so do U+000A's neighbours across a unit edge.
      const bytes = utf16('a\u0a0a\u0a00\u000ab\u0a00\n', encoding);
      expect(linesOf(bytes, encoding)).toEqual([
        [0, 6, 8],
        [8, 12, 14],
      ]);
      expect(countLines(bytes, encoding)).toBe(2);
    },
  );
});

describe('createLineScanner', () => {
  const scan = (bytes: Uint8Array, size: number, encoding: TextEncoding = 'utf-8') => {
    const scanner = createLineScanner(encoding);
    const found: unknown[] = [];
    const note = (line: { line: number; offset: number; bytes: Uint8Array; hasLineFeed: boolean }) =>
      found.push([line.line, line.offset, String.fromCharCode(...line.bytes), line.hasLineFeed]);
    for (let at = 0; at < bytes.length; at += size)
      for (const line of scanner.write(bytes.subarray(at, at + size))) note(line);
    for (const line of scanner.end()) note(line);
    return found;
  };

  it.each([1, 2, 3, 5, 100])('gives the same lines in chunks of %d', (size) => {
    expect(scan(encode('ab\r\n\ncd\nlast'), size)).toEqual([
      [1, 0, 'ab\r', true],
      [2, 4, '', true],
      [3, 5, 'cd', true],
      [4, 8, 'last', false],
    ]);
  });

  it.each([1, 3, 5, 7, 100])('gives the same UTF-16 lines in chunks of %d', (size) => {
    expect(scan(utf16('a\u0a0ab\nc\n', 'utf-16le'), size, 'utf-16le')).toEqual([
      [1, 0, 'a\0\n\nb\0', true],
      [2, 8, 'c\0', true],
    ]);
  });
});
