import { describe, expect, it } from 'vitest';
import { createLineBlocks } from '../../../src/shape/parts/line-blocks.ts';

const blocksOf = (...chunks: string[]) => {
  const blocks: { text: string; line: number; startsMidLine: boolean }[] = [];
  const cutter = createLineBlocks(({ bytes, line, startsMidLine }) => {
    blocks.push({ text: new TextDecoder().decode(bytes), line, startsMidLine });
  });
  for (const chunk of chunks) cutter.write(new TextEncoder().encode(chunk));
  cutter.end();
  return blocks;
};

describe('line blocks', () => {
  it('end where lines end, with the number of the line they start in', () => {
    expect(blocksOf('a\nb\nc', 'd\n', 'e')).toEqual([
      { text: 'a\nb\n', line: 1, startsMidLine: false },
      { text: 'cd', line: 3, startsMidLine: false },
      { text: 'e', line: 4, startsMidLine: false },
    ]);
  });

  it('cut a line of more than 64 KiB, with 64 bytes repeated', () => {
    const blocks = blocksOf(`${'x'.repeat(65_530)}abcdef`, 'ghi\nnext\n');
    expect(blocks.map(({ text, line, startsMidLine }) => [text.length, line, startsMidLine])).toEqual([
      [65_536, 1, false],
      [67, 1, true],
      [5, 2, false],
    ]);
    expect(blocks[1]?.text.endsWith('xabcdefghi')).toBe(true);
  });

  it('are none for nothing', () => {
    expect(blocksOf('', '')).toEqual([]);
  });
});
