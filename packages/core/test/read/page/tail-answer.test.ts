import { describe, expect, it } from 'vitest';
import type { Page } from '../../../src/read/page/page.ts';
import { answerTail, type TailRequest } from '../../../src/read/page/tail-answer.ts';
import type { ReadTarget } from '../../../src/read/source/target.ts';
import { memoryTarget, type ReadLog, utf16 } from '../support/targets.ts';

const answer = { maxBytes: 2000, title: 'app.log', hasGutter: true, formatNext: (cursor: string) => `tail ${cursor}` };

async function tail(target: ReadTarget, request: TailRequest = {}, maxBytes = 2000): Promise<Page & { text: string }> {
  const { page, text } = await answerTail(target, request, { ...answer, maxBytes });
  return { ...page, text };
}

async function backwards(target: ReadTarget, maxBytes: number): Promise<string> {
  const parts: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await tail(target, cursor === undefined ? {} : { cursor }, maxBytes);
    parts.unshift(page.content);
    cursor = page.next;
    if (cursor === undefined) return parts.join('');
  }
}

const lines = Array.from({ length: 3000 }, (_, index) => `line ${index + 1}\n`).join('');

describe('the last lines', () => {
  it('are as many as fit, with their numbers, and lead backwards', async () => {
    const page = await tail(memoryTarget(lines));
    expect(page.content.endsWith('line 2999\nline 3000\n')).toBe(true);
    expect([page.endLine, page.totalLines]).toEqual([3000, 3000]);
    expect(page.text).toContain('\n3000| line 3000\n[END OF PAGE');
    expect(page.text.split('\n')[0]).toContain('the next call reads what precedes this');
    const before = await tail(memoryTarget(lines), { cursor: page.next as string });
    expect(before.endLine).toBe((page.startLine as number) - 1);
    expect(before.text).not.toContain('no newline');
  });

  it('are as many as asked for', async () => {
    expect((await tail(memoryTarget(lines), { lineCount: 2 })).content).toBe('line 2999\nline 3000\n');
    expect((await tail(memoryTarget('a\nb\nc'), { lineCount: 1 })).content).toBe('c');
    const short = await tail(memoryTarget('a\r\nb\r\n'), { lineCount: 5 });
    expect([short.content, short.next, short.complete]).toEqual(['a\r\nb\r\n', undefined, true]);
    expect(short.text).toContain('this is the start');
    await expect(tail(memoryTarget('a'), { lineCount: 0 })).rejects.toMatchObject({ code: 'request-invalid' });
  });

  it('are told apart from nothing', async () => {
    expect((await tail(memoryTarget(''))).text).toContain('empty: 0 bytes, 0 lines');
    expect((await tail(memoryTarget('\n \n'))).text).toContain('white space only');
  });

  it('BC-127 end with the very last bytes of a long line, and go backwards through it', async () => {
    const long = `first\n${'0123456789'.repeat(5000)}END`;
    const page = await tail(memoryTarget(long));
    expect(page.content.endsWith('789END')).toBe(true);
    expect([page.startsMidLine, page.startLine]).toEqual([true, 2]);
    expect(page.text).toContain('no newline at the end');
    const before = await tail(memoryTarget(long), { cursor: page.next as string });
    expect(before.nextOffset).toBe(page.offset);
    expect(before.text).toContain('continues where the page before this one began');
    expect(await backwards(memoryTarget(long), 1024)).toBe(long);
  });

  it('rebuild every kind of content backwards', async () => {
    const mixed = `é漢字😀\r\n\r\n\tx\n${'漢字😀'.repeat(900)}\r\nlast\r`;
    expect(await backwards(memoryTarget(mixed), 1024)).toBe(mixed);
    const encoded = utf16(mixed, 'be', false);
    expect(await backwards(memoryTarget(encoded, { encoding: 'utf-16be' }), 1024)).toBe(mixed);
  });

  it('are rows of a hex dump where the content is binary', async () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, at) => at % 256);
    const page = await tail(memoryTarget(bytes, { encoding: 'binary' }), { lineCount: 2 });
    expect([page.offset, page.nextOffset]).toEqual([976, 1000]);
    const before = await tail(memoryTarget(bytes, { encoding: 'binary' }), {
      lineCount: 2,
      cursor: page.next as string,
    });
    expect([before.offset, before.nextOffset]).toEqual([944, 976]);
  });

  it('cost no more than a page, however long the content is', async () => {
    const log: ReadLog = { calls: 0, bytes: 0 };
    await tail(memoryTarget(lines.repeat(50), { log }));
    expect(log.bytes).toBeLessThan(8000);
  });

  it('take no cursor of a search, and none of another content', async () => {
    const { next } = await tail(memoryTarget(lines));
    const request = { cursor: next as string };
    await expect(tail(memoryTarget(`${lines}x`), request)).rejects.toMatchObject({ code: 'cursor-mismatch' });
  });
});
