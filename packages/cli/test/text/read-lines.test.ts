import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readLines } from '../../src/text/read-lines.ts';

async function read(...chunks: readonly (string | Uint8Array)[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(Readable.from(chunks.map((chunk) => Buffer.from(chunk))))) lines.push(line);
  return lines;
}

describe('readLines', () => {
  it.each([
    [[''], []],
    [['a'], ['a']],
    [['a\nb\n'], ['a', 'b']],
    [['a\n\nb'], ['a', '', 'b']],
    [
      ['a', 'b\nc', 'd'],
      ['ab', 'cd'],
    ],
    [['\ufeffa\r\nb'], ['a\r', 'b']],
  ])('%j', async (chunks, lines) => {
    expect(await read(...chunks)).toEqual(lines);
  });

  it('joins a character that two chunks share', async () => {
    const bytes = Buffer.from('ä\n');
    expect(await read(bytes.subarray(0, 1), bytes.subarray(1))).toEqual(['ä']);
  });
});
