import { describe, expect, it } from 'vitest';
import { createHeadTail } from '../../../src/shape/parts/head-tail.ts';

const endsOf = (...chunks: (string | Uint8Array)[]) => {
  const keeper = createHeadTail();
  for (const chunk of chunks) keeper.write(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
  return keeper.end();
};
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `row ${at + 1}\n`).join('');

describe('head and tail', () => {
  it('are empty for nothing', () => {
    expect(endsOf()).toEqual({
      byteLength: 0,
      lineCount: 0,
      longestLine: 0,
      longestLineBytes: 0,
      lastLineBytes: 0,
      head: [],
      tail: [],
    });
  });

  it('hold all of a short text, whatever ends it', () => {
    expect(endsOf('a\r\n', '\nlast')).toMatchObject({
      lineCount: 3,
      longestLine: 3,
      longestLineBytes: 4,
      head: [
        { line: 1, text: 'a' },
        { line: 2, text: '' },
        { line: 3, text: 'last' },
      ],
      tail: [],
    });
  });

  it('hold the first and last 32 KiB of a long text, with its line numbers', () => {
    const { head, tail, lineCount } = endsOf(numbered(20_000));
    expect(lineCount).toBe(20_000);
    expect(head[0]).toEqual({ line: 1, text: 'row 1' });
    expect(head.length).toBe(2_048);
    expect(tail[0]?.text).toBe(`row ${tail[0]?.line}`);
    expect(tail.length).toBe(2_048);
    expect(tail.at(-1)).toEqual({ line: 20_000, text: 'row 20000' });
  });

  it('hold every line where both ends meet', () => {
    const { head, tail } = endsOf(`${'a'.repeat(30_000)}\n${'b'.repeat(20_000)}\nlast\n`);
    expect([...head, ...tail].map(({ line, text }) => [line, text.length])).toEqual([
      [1, 30_000],
      [2, 20_000],
      [3, 4],
    ]);
  });

  it('hold the start and the end of one line of 64 MB, and say its length', () => {
    const part = new Uint8Array(1_000_000).fill(0x78);
    const { head, tail, lineCount, longestLineBytes } = endsOf(
      'start',
      ...Array.from({ length: 64 }, () => part),
      'end\n',
    );
    expect(lineCount).toBe(1);
    expect(longestLineBytes).toBe(64_000_008);
    expect(head).toEqual([{ line: 1, text: `start${'x'.repeat(32_763)}`, byteLength: 64_000_008 }]);
    expect(tail).toEqual([{ line: 1, text: `${'x'.repeat(32_764)}end`, byteLength: 64_000_008, isEnd: true }]);
  });

  it('cut between characters', () => {
    const { head, tail } = endsOf(`a${'漢'.repeat(40_000)}`);
    expect(head[0]?.text).toBe(`a${'漢'.repeat(10_922)}`);
    expect(tail[0]?.text).toBe('漢'.repeat(10_922));
  });

  it('BC-120 fold 5,000 redraws to the last frame, and leave CRLF alone', () => {
    const frames = Array.from({ length: 5_000 }, (_, at) => `${at + 1} of 5000\r`).join('');
    expect(endsOf(frames, '\ndone\n').head).toEqual([
      { line: 1, text: '5000 of 5000', redraws: 4_999 },
      { line: 2, text: 'done' },
    ]);
    expect(endsOf('a\r\nb\r\n').head).toEqual([
      { line: 1, text: 'a' },
      { line: 2, text: 'b' },
    ]);
  });

  it('drop a byte order mark and show what is no UTF-8 as U+FFFD', () => {
    const { head } = endsOf(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff, 0xed, 0xa0, 0x80, 0x00));
    expect(head).toEqual([{ line: 1, text: 'a\ufffd\ufffd\ufffd\ufffd\u2400' }]);
  });
});
