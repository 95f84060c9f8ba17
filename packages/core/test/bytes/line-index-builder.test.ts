import { describe, expect, it } from 'vitest';
import { createLineIndexBuilder } from '../../src/bytes/line-index-builder.ts';

const encode = (text: string) => new TextEncoder().encode(text);

describe('createLineIndexBuilder', () => {
  it.each([1, 3, 7, 1000])('emits the first line start at or after each stride, in chunks of %d', (size) => {
    // Lines of 4 bytes start at 0, 4, 8 …; the strides of 10 are met by 12, 20, 32 and 40 (the end, no line).
    const bytes = encode('abc\n'.repeat(10));
    const builder = createLineIndexBuilder('utf-8', 10);
    const entries = [];
    for (let at = 0; at < bytes.length; at += size) entries.push(...builder.write(bytes.subarray(at, at + size)));
    expect(entries).toEqual([
      { line: 4, offset: 12 },
      { line: 6, offset: 20 },
      { line: 9, offset: 32 },
      { line: 11, offset: 40 },
    ]);
    expect(builder.end()).toEqual({ lineCount: 10 });
  });

  it('emits nothing inside a line that is longer than many strides', () => {
    const builder = createLineIndexBuilder('utf-8', 10);
    expect(builder.write(encode(`${'x'.repeat(95)}\ny`))).toEqual([{ line: 2, offset: 96 }]);
    expect(builder.end()).toEqual({ lineCount: 2 });
  });

  it.each([
    ['nothing', '', 0],
    ['a last line without newline', 'a\nb', 2],
    ['a last newline', 'a\nb\n', 2],
    ['newlines alone', '\n\n\n', 3],
  ])('counts the lines of %s', (_name, text, lineCount) => {
    const builder = createLineIndexBuilder();
    builder.write(encode(text));
    builder.write(new Uint8Array(0));
    expect(builder.end()).toEqual({ lineCount });
  });

  it.each([1, 3, 4, 999])('works on UTF-16 in chunks of %d', (size) => {
    const bytes = [...encode('abc\n'.repeat(6))].flatMap((byte) => [byte, 0]);
    const builder = createLineIndexBuilder('utf-16le', 20);
    const entries = [];
    for (let at = 0; at < bytes.length; at += size)
      entries.push(...builder.write(Uint8Array.from(bytes.slice(at, at + size))));
    expect(entries).toEqual([
      { line: 4, offset: 24 },
      { line: 6, offset: 40 },
    ]);
    expect(builder.end()).toEqual({ lineCount: 6 });
  });

  it('knows no lines of binary content', () => {
    const builder = createLineIndexBuilder('binary');
    expect(builder.write(encode('a\nb'))).toEqual([]);
    expect(builder.end()).toEqual({});
  });
});
