import { describe, expect, it } from 'vitest';
import { locateRange } from '../../../src/read/page/locate-range.ts';
import type { PageRequest } from '../../../src/read/page/page-request.ts';
import { memoryTarget, utf16 } from '../support/targets.ts';

describe('the bytes that a request names', () => {
  // Lines start at 0, 3, 5 and 10; the umlaut is bytes 6 and 7.
  const text = 'a\r\nb\nvü\r\nend';
  const rows: [what: string, request: Omit<PageRequest, 'cursor'>, start: number, end: number][] = [
    ['all', {}, 0, 13],
    ['bytes that cut a character', { offset: 7, byteCount: 1 }, 7, 8],
    ['bytes past the end', { offset: 12, byteCount: 100 }, 12, 13],
    ['a line with its end', { startLine: 1, lineCount: 1 }, 0, 3],
    ['a line in the middle', { startLine: 2, lineCount: 1 }, 3, 5],
    ['a last line without an end', { startLine: 4, lineCount: 9 }, 10, 13],
    ['the rest of a line', { offset: 7, lineCount: 1 }, 7, 10],
    ['a byte in a line', { startLine: 3, offset: 7, lineCount: 1 }, 7, 10],
    ['the smaller of two counts', { startLine: 3, lineCount: 2, byteCount: 2 }, 5, 7],
  ];
  it.each(rows)('%s', async (_, request, start, end) => {
    expect(await locateRange(memoryTarget(text), request)).toEqual({ start, end });
  });

  it('in UTF-16 end behind the whole line feed', async () => {
    const target = memoryTarget(utf16('a\nb\nc', 'le'), { encoding: 'utf-16le' });
    expect(await locateRange(target, { startLine: 2, lineCount: 1 })).toEqual({ start: 6, end: 10 });
    expect(await locateRange(target, { offset: 7, lineCount: 1 })).toEqual({ start: 7, end: 10 });
  });

  it('are refused where there are none', async () => {
    const binary = memoryTarget(Uint8Array.of(0, 1, 10, 255), { encoding: 'binary' });
    await expect(locateRange(binary, { lineCount: 1 })).rejects.toMatchObject({ code: 'request-invalid' });
    await expect(locateRange(binary, { startLine: 1 })).rejects.toMatchObject({ code: 'request-invalid' });
    await expect(locateRange(memoryTarget(text), { offset: 13 })).rejects.toMatchObject({ code: 'past-end' });
    await expect(locateRange(memoryTarget(text), { startLine: 5 })).rejects.toMatchObject({ code: 'past-end' });
    expect(await locateRange(memoryTarget(''), { offset: 0, byteCount: 5 })).toEqual({ start: 0, end: 0 });
  });
});
