import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parsePage, type ToolAnswer } from '@spillway/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTools } from '../../src/create-tools.ts';
import { createRoots } from '../../src/roots/create-roots.ts';
import { asOtherUser } from '../support/as-other-user.ts';
import { createToolDesk, nextInput, type ToolDesk } from '../support/tool-desk.ts';

let desk: ToolDesk;
beforeAll(() => {
  desk = createToolDesk();
});
afterAll(() => desk.remove());

const put = (name: string, content: string | Uint8Array): void => writeFileSync(join(desk.folder, name), content);
const read = (input: object, maxResultBytes?: number): Promise<ToolAnswer> =>
  desk.call('read_file', input, maxResultBytes === undefined ? {} : { maxResultBytes });
const bodyOf = (answer: ToolAnswer): string | undefined => parsePage(answer.text)?.body;
const header = (answer: ToolAnswer): string => answer.text.split('\n')[0] as string;
const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('');

describe('read_file', () => {
  it('reads from a line, an offset, both if they agree, and goes on as the answer says', async () => {
    put('app.log', lines(20_000));
    const byLine = await read({ path: 'logs/app.log', startLine: 9_000, lineCount: 2 });
    expect(bodyOf(byLine)).toBe('9000| line 9000\n9001| line 9001');
    expect(nextInput(byLine)).toMatchObject({ path: 'logs/app.log', lineCount: 2 });
    expect(bodyOf(await read(nextInput(byLine) ?? {}))).toBe('9002| line 9002\n9003| line 9003');
    const byOffset = await read({ path: 'app.log', offset: 14, byteCount: 14, lineNumbers: false });
    expect(bodyOf(byOffset)).toBe('line 3\nline 4\n');
    expect(byOffset.page).toMatchObject({ startLine: 3, endLine: 4, offset: 14, nextOffset: 28, totalLines: 20_000 });
    expect((await read({ path: 'app.log', startLine: 3, offset: 14 })).isError).toBe(false);
    const wrong = await read({ path: 'app.log', startLine: 4, offset: 14 });
    expect(wrong.text).toBe(
      '[request-invalid] startLine 4 starts at byte 21, but offset 14 is in line 3; give one of them',
    );
  });

  it('BC-159 serves a file of any size', async () => {
    put('large.log', lines(100_000));
    const answer = await read({ path: 'logs/large.log' }, 8_000);
    expect(header(answer)).toMatch(/lines 1–\d+ of 100,000 · .* · more follows$/);
  });

  it('tells empty, white space, past the end and a directory apart', async () => {
    put('empty', '');
    put('blank', ' \n\t\n');
    mkdirSync(join(desk.folder, 'folder'));
    expect((await read({ path: 'empty' })).text).toContain('empty: 0 bytes, 0 lines');
    expect((await read({ path: 'blank' })).text).toContain('white space only');
    expect((await read({ path: 'blank', startLine: 3 })).text).toMatch(/^\[past-end\] .*there are 2 lines/);
    expect((await read({ path: 'blank', offset: 4 })).text).toMatch(/^\[past-end\] .*there are 4 bytes/);
    const folder = await read({ path: 'folder' });
    expect([folder.isError, folder.text.startsWith('[source-unreadable]')]).toEqual([true, true]);
    expect(folder.text).toContain('directory');
  });

  it('BC-050 BC-051 BC-056 reads marked UTF-8, UTF-16 and CRLF, and keeps every byte in its counts', async () => {
    put('bom.txt', '\ufeffname,value\r\n1,2\r\n');
    const bom = await read({ path: 'bom.txt', lineNumbers: false });
    expect(bodyOf(bom)).toBe('name,value\r\n1,2\r\n');
    expect(bom.page).toMatchObject({ byteLength: 20, nextOffset: 20, totalLines: 2 });
    put('utf16.txt', Buffer.from('\ufeffgrüße\r\n漢字\r\n', 'utf16le'));
    const wide = await read({ path: 'utf16.txt', lineNumbers: false });
    expect(bodyOf(wide)).toBe('grüße\r\n漢字\r\n');
    expect([wide.page?.encoding, header(wide).includes('utf-16le')]).toEqual(['utf-16le', true]);
  });

  it('BC-053 flags bytes that are no text, says what helps, and reads them by their encoding', async () => {
    put('gbk.txt', Buffer.from('d6d0cec40ad6d0cec40a', 'hex'));
    const lossy = await read({ path: 'gbk.txt' });
    expect(lossy.page?.lossy).toBe(true);
    expect(header(lossy)).toContain('encoding can name what it is, such as windows-1252');
    const named = await read({ path: 'gbk.txt', encoding: 'GBK', lineCount: 1 });
    expect(bodyOf(named)).toBe('1| 中文');
    expect(nextInput(named)).toMatchObject({ encoding: 'GBK' });
    expect(bodyOf(await read(nextInput(named) ?? {}))).toBe('2| 中文');
    const unknown = await read({ path: 'gbk.txt', encoding: 'ebcdic' });
    expect(unknown.text).toMatch(/^\[encoding-unsupported\] the encoding "ebcdic" is not read here; there are: utf-8/);
  });

  it('BC-041 tells a file that was replaced, shortened or edited from one that has only grown', async () => {
    const path = join(desk.folder, 'live.log');
    const firstPage = async (): Promise<object> => {
      put('live.log', lines(5_000));
      return nextInput(await read({ path: 'live.log' }, 4_000)) ?? {};
    };
    let next = await firstPage();
    appendFileSync(path, 'one more line\n');
    const grown = await read(next, 4_000);
    expect([grown.isError, header(grown).includes('14 bytes added since the first page')]).toEqual([false, true]);
    next = await firstPage();
    truncateSync(path, 1_000);
    expect((await read(next)).text).toMatch(/^\[source-changed\] .*shorter/);
    next = await firstPage();
    put('live.log', lines(5_000).toUpperCase());
    expect((await read(next)).text).toMatch(/^\[source-changed\] .*content is not the same/);
    next = await firstPage();
    renameSync(path, `${path}.1`);
    put('live.log', lines(5_000));
    expect((await read(next)).text).toMatch(/^\[source-changed\] .*another file has taken its place/);
  });

  it('leads a page that ends where the file ended at first on to what was appended', async () => {
    put('growing.log', lines(300));
    let answer = await read({ path: 'growing.log' }, 2_048);
    appendFileSync(join(desk.folder, 'growing.log'), 'late 1\nlate 2\n');
    const seen: string[] = [];
    for (let next: object | undefined; ; next = nextInput(answer)) {
      if (next !== undefined) answer = await read(next, 2_048);
      seen.push(bodyOf(answer) ?? '');
      if (nextInput(answer) === undefined) break;
    }
    expect(seen.join('\n').endsWith('300| line 300')).toBe(true);
    const cursor = /14 bytes added since the first page: go on with cursor (c_\w+)/.exec(header(answer))?.[1];
    expect(bodyOf(await read({ path: 'growing.log', cursor }, 2_048))).toBe('301| late 1\n302| late 2');
  });

  it('does not count a file as read whole whose private key was masked', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    put('config.txt', `name=web\n${pem}port=80\n`);
    const shown = await read({ path: 'config.txt' });
    expect([shown.text.includes(pem.split('\n')[1] as string), shown.text.includes('port=80')]).toEqual([false, true]);
    const written = await desk.call('write_file', { path: 'config.txt', content: bodyOf(shown) ?? '' });
    expect([written.isError, readFileSync(join(desk.folder, 'config.txt'), 'utf8')]).toEqual([
      true,
      `name=web\n${pem}port=80\n`,
    ]);
  });

  it('says what it needs where a path leaves too little of the budget', async () => {
    for (const pathBytes of [800, 1_007]) {
      const parts: string[] = [];
      for (let left = pathBytes - 'logs/'.length; left > 0; left -= 201) parts.push('p'.repeat(Math.min(200, left)));
      const path = join(desk.folder, ...parts);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, lines(500));
      const shown = `logs/${parts.join('/')}`;
      expect(shown.length).toBe(pathBytes);
      for (const tool of ['read_file', 'tail_file']) {
        const refused = await desk.call(tool, { path: shown }, { maxResultBytes: 1_024 });
        expect(refused.text).toMatch(
          /^\[budget-too-small\] a page does not fit into maxResultBytes 1024; it needs \d+/,
        );
        const needed = Number(/needs (\d+)/.exec(refused.text)?.[1]);
        expect((await desk.call(tool, { path: shown }, { maxResultBytes: needed })).isError).toBe(false);
        expect((await desk.call(tool, { path: shown }, { maxResultBytes: 1_024 })).text.length).toBeLessThan(1_024);
      }
    }
  });
});

describe('special files', () => {
  it('BC-062 are named at once by both tools', async () => {
    execFileSync('mkfifo', [join(desk.folder, 'pipe')]);
    symlinkSync('loop-b', join(desk.folder, 'loop-a'));
    symlinkSync('loop-a', join(desk.folder, 'loop-b'));
    symlinkSync('/dev/zero', join(desk.folder, 'zero'));
    put('secret', 'x');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(desk.folder, 'socket'), resolve));
    const expected = {
      pipe: /^\[source-unreadable\] .*named pipe/,
      socket: /^\[source-unreadable\] .*socket/,
      'loop-a': /^\[path-refused\] /,
      zero: /^\[path-refused\] /,
      none: /^\[source-missing\] /,
    };
    chmodSync(join(desk.folder, 'secret'), 0);
    for (const tool of ['read_file', 'tail_file']) {
      const denied = await asOtherUser(() => desk.call(tool, { path: 'secret' }));
      expect(denied.text).toMatch(/^\[source-denied\] /);
      for (const [path, text] of Object.entries(expected)) {
        const answer = await desk.call(tool, { path });
        expect([path, answer.isError]).toEqual([path, true]);
        expect(answer.text).toMatch(text);
      }
    }
    await new Promise((resolve) => server.close(resolve));
  });

  it('without a size, such as those of the system, are read as what they say', async () => {
    const system = createToolDesk();
    const roots = createRoots([{ name: 'proc', path: '/proc/self' }]);
    try {
      const tools = createTools({ ...system.options, roots });
      const read = tools.find(({ name }) => name === 'read_file');
      const answer = await read?.execute({ path: 'proc/status', lineCount: 1, lineNumbers: false });
      expect(answer?.text).toMatch(/\nName:\t\S+\n/);
    } finally {
      system.remove();
    }
  });

  it('BC-057 BC-058 beyond the longest string that there is are read, and never told as missing', async () => {
    const path = join(desk.folder, 'session.jsonl');
    put('session.jsonl', '{"type":"session"}\n');
    truncateSync(path, 700_000_000);
    appendFileSync(path, '\n{"type":"last"}\n');
    const before = process.memoryUsage().rss;
    const answer = await read({ path: 'session.jsonl', startLine: 3, encoding: 'utf-8' });
    expect(bodyOf(answer)).toBe('3| {"type":"last"}');
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
    const past = await read({ path: 'session.jsonl', startLine: 9, encoding: 'utf-8' });
    expect(past.text).toMatch(/^\[past-end\] .*there are 3 lines \(700,000,017 bytes\)/);
  });

  it('BC-061 are read at any place where they are sparse and of 5 GiB', async () => {
    const path = join(desk.folder, 'sparse.log');
    put('sparse.log', 'start\n');
    truncateSync(path, 5 * 2 ** 30);
    appendFileSync(path, '\nthe end\n');
    const total = 5 * 2 ** 30 + 9;
    for (const offset of [2 ** 31 - 16, 2 ** 31, 2 ** 32 - 16, 2 ** 32]) {
      const page = await read({ path: 'sparse.log', offset, byteCount: 16 });
      expect(page.page).toMatchObject({ offset, nextOffset: offset + 16, byteLength: total });
    }
    const end = await read({ path: 'sparse.log', offset: 5 * 2 ** 30 + 1, encoding: 'utf-8' });
    expect(bodyOf(end)).toBe('| the end');
    const tail = await desk.call('tail_file', { path: 'sparse.log', lineCount: 1, encoding: 'utf-8' });
    expect(bodyOf(tail)).toBe('| the end');
  });
});
