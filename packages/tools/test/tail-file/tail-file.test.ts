import { appendFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePage, type ToolAnswer } from '@spillway/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToolDesk, nextInput, type ToolDesk } from '../support/tool-desk.ts';

let desk: ToolDesk;
beforeAll(() => {
  desk = createToolDesk();
});
afterAll(() => desk.remove());

const put = (name: string, content: string | Uint8Array): void => writeFileSync(join(desk.folder, name), content);
const tail = (input: object, maxResultBytes?: number): Promise<ToolAnswer> =>
  desk.call('tail_file', input, maxResultBytes === undefined ? {} : { maxResultBytes });
const bodyOf = (answer: ToolAnswer): string | undefined => parsePage(answer.text)?.body;
const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('');

describe('tail_file', () => {
  it('reads the last lines, the lines before them, and what is appended later', async () => {
    put('app.log', lines(1_000));
    const last = await tail({ path: 'logs/app.log', lineCount: 2 });
    expect(bodyOf(last)).toBe(' 999| line 999\n1000| line 1000'.trimStart());
    const before = await tail(nextInput(last) ?? {});
    expect(bodyOf(before)).toBe('997| line 997\n998| line 998');
    const cursor = /for what is appended later: cursor (c_\w+)/.exec(last.text)?.[1];
    expect((last.page as { later: string }).later).toBe(cursor);
    const nothing = await tail({ path: 'app.log', cursor });
    expect([nothing.isError, nothing.text.includes('nothing has been added')]).toEqual([false, true]);
    appendFileSync(join(desk.folder, 'app.log'), 'new 1\nnew 2\n');
    const later = await tail({ path: 'app.log', cursor });
    expect(bodyOf(later)).toBe('1001| new 1\n1002| new 2');
    expect(bodyOf(await tail(nextInput(before) ?? {}))).toBe('995| line 995\n996| line 996');
  });

  // Fails when reading goes on behind the bytes that are there: both halves are shown as U+FFFD then.
  it.each([
    ['UTF-8', Buffer.from('one\n😀漢\n')],
    ['UTF-16', Buffer.from('\ufeffone, two and three\n😀漢\n', 'utf16le')],
  ])('shows a character of %s whole that was written in two parts', async (_, bytes) => {
    const whole = bytes.toString(bytes[0] === 0xff ? 'utf16le' : 'utf8').replace('\ufeff', '');
    // Two characters and a line feed take 8 bytes in either.
    const start = bytes.length - 8;
    for (let cut = start + 1; cut < bytes.length; cut++) {
      put('parts.log', bytes.subarray(0, cut));
      const first = await tail({ path: 'parts.log', lineNumbers: false });
      appendFileSync(join(desk.folder, 'parts.log'), bytes.subarray(cut));
      const { later } = first.page as { later: string };
      const rest = await tail({ path: 'parts.log', lineNumbers: false, cursor: later });
      expect((bodyOf(first) ?? '').replace(/\ufffd$/u, '') + bodyOf(rest)).toBe(whole);
    }
  });

  it('BC-125 ends with the last bytes of the one line of 5 MB, whatever the budget', async () => {
    put('wide.json', `{"items":["${'x'.repeat(5_000_000)}"],"error":"out of memory"}`);
    for (const maxResultBytes of [1_024, 8_000, 65_536]) {
      const answer = await tail({ path: 'wide.json' }, maxResultBytes);
      expect(bodyOf(answer)?.endsWith('"error":"out of memory"}')).toBe(true);
      expect(answer.text).toContain('no newline at the end');
      expect(nextInput(answer)).toBeDefined();
    }
  });

  it('BC-051 BC-056 reads UTF-16 and CRLF from their end', async () => {
    put('utf16.log', Buffer.from(`\ufeff${'漢字 line\r\n'.repeat(3_000)}last line\r\n`, 'utf16le'));
    const answer = await tail({ path: 'utf16.log', lineCount: 2, lineNumbers: false });
    expect(bodyOf(answer)).toBe('漢字 line\r\nlast line\r\n');
    expect(answer.page).toMatchObject({ encoding: 'utf-16le', startLine: 3_000, endLine: 3_001 });
  });

  it('BC-041 notices a file that was rotated, and takes a cursor of read_file for what it says', async () => {
    put('rotated.log', lines(1_000));
    const last = await tail({ path: 'rotated.log', lineCount: 2 });
    renameSync(join(desk.folder, 'rotated.log'), join(desk.folder, 'rotated.log.1'));
    put('rotated.log', lines(1_000));
    expect((await tail(nextInput(last) ?? {})).text).toMatch(/^\[source-changed\] /);
    const page = await desk.call('read_file', { path: 'rotated.log', lineCount: 1 });
    const { cursor } = nextInput(page) as { cursor: string };
    expect(bodyOf(await tail({ path: 'rotated.log', cursor, lineCount: 1 }))).toBe('2| line 2');
    const back = nextInput(await tail({ path: 'rotated.log', lineCount: 1 })) as { cursor: string };
    const mixed = await desk.call('read_file', { path: 'rotated.log', cursor: back.cursor });
    expect(mixed.text).toMatch(/^\[cursor-mismatch\] .*reading of a tail/);
  });
});
