import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createToolDesk, type ToolDesk } from '../support/tool-desk.ts';

let desk: ToolDesk;
const desks: ToolDesk[] = [];
beforeEach(() => {
  desk = createToolDesk();
  desks.push(desk);
});
afterAll(() => {
  for (const each of desks) each.remove();
});

const write = (path: string, content: string, more: object = {}) => desk.call('write_file', { path, content, ...more });
const put = (name: string, content: string | Uint8Array): void => writeFileSync(join(desk.folder, name), content);
const textOf = (name: string): string => readFileSync(join(desk.folder, name), 'utf8');

describe('write_file', () => {
  it('makes a new file', async () => {
    const answer = await write('notes.txt', 'one\ntwo\n');
    expect(answer).toEqual({
      text: 'created logs/notes.txt: 8 bytes',
      isError: false,
      page: { path: 'logs/notes.txt', action: 'created', byteLength: 8 },
    });
    expect(textOf('notes.txt')).toBe('one\ntwo\n');
  });

  // Fails when a search is not remembered, or one that shows no lines is.
  it('does not replace a file of which a search showed lines, until all of it was read', async () => {
    put('a.txt', 'one needle\ntwo\n');
    put('b.txt', 'needle\n');
    await desk.call('grep_files', { pattern: 'needle', countOnly: true, path: 'b.txt' });
    expect((await write('b.txt', 'new')).isError).toBe(false);
    await desk.call('grep_files', { pattern: 'needle' });
    const refused = await write('a.txt', 'one thread\n');
    expect(refused.text).toContain('[write-refused]');
    expect(refused.text).toContain('only lines or values in it were shown here, so the rest would be lost');
    expect(textOf('a.txt')).toBe('one needle\ntwo\n');
    await desk.call('read_file', { path: 'a.txt' });
    await desk.call('grep_files', { pattern: 'needle' });
    expect((await write('a.txt', 'one thread\ntwo\n')).isError).toBe(false);
  });

  it('replaces a file, keeps its mode, and leaves nothing else behind', async () => {
    put('run.sh', '#!/bin/sh\n');
    chmodSync(join(desk.folder, 'run.sh'), 0o751);
    expect((await write('run.sh', '#!/bin/sh\nexit 0\n')).text).toBe('replaced logs/run.sh: 17 bytes, before 10 bytes');
    expect(statSync(join(desk.folder, 'run.sh')).mode & 0o7777).toBe(0o751);
    expect(readdirSync(desk.folder)).toEqual(['run.sh']);
  });

  it('keeps what a hard link to the file holds, for the file is replaced and not changed', async () => {
    put('a.txt', 'former');
    linkSync(join(desk.folder, 'a.txt'), join(desk.folder, 'b.txt'));
    await write('a.txt', 'new');
    expect([textOf('a.txt'), textOf('b.txt')]).toEqual(['new', 'former']);
  });

  it('keeps CR LF where all lines end so, and says it', async () => {
    put('win.txt', 'a\r\nb\r\n');
    const answer = await write('win.txt', 'a\nb\nc\n');
    expect(answer.text).toBe('replaced logs/win.txt: 9 bytes, before 6 bytes, lines end in CR LF as before');
    expect(textOf('win.txt')).toBe('a\r\nb\r\nc\r\n');
  });

  it('keeps UTF-16 and a byte order mark, once', async () => {
    put('u16.txt', Buffer.from('\ufeffold text, some of it\n', 'utf16le'));
    await write('u16.txt', 'new\n');
    expect(readFileSync(join(desk.folder, 'u16.txt'))).toEqual(Buffer.from('\ufeffnew\n', 'utf16le'));
    put('u8.txt', '\ufeffold\n');
    await write('u8.txt', '\ufeffnew\n');
    expect(textOf('u8.txt')).toBe('\ufeffnew\n');
  });

  it('adds at the end', async () => {
    put('app.log', 'one\n');
    expect((await write('app.log', 'two\n', { append: true })).text).toBe(
      'appended to logs/app.log: 8 bytes, before 4 bytes',
    );
    expect(textOf('app.log')).toBe('one\ntwo\n');
  });

  it('writes nothing for a call that was aborted before its turn', async () => {
    const abort = new AbortController();
    const first = write('a.txt', 'first');
    const second = desk.call('write_file', { path: 'a.txt', content: 'second' }, { signal: abort.signal });
    abort.abort();
    expect((await first).isError).toBe(false);
    expect((await second).text).toMatch(/^\[aborted\] The call was stopped before anything was written/);
    expect(textOf('a.txt')).toBe('first');
  });

  it('makes a file and adds to it in calls that are made at once', async () => {
    const adds = Array.from({ length: 20 }, (_, at) => write('new.log', `line ${at}\n`, { append: true }));
    const texts = (await Promise.all(adds)).map(({ text }) => text.split(':')[0]);
    expect(texts.sort()).toEqual([...Array(19).fill('appended to logs/new.log'), 'created logs/new.log']);
    const lines = textOf('new.log').split('\n').slice(0, -1);
    expect(new Set(lines)).toEqual(new Set(Array.from({ length: 20 }, (_, at) => `line ${at}`)));
    expect(lines).toHaveLength(20);
  });

  it('follows a link inside the roots to the file itself', async () => {
    put('real.txt', 'a');
    symlinkSync('real.txt', join(desk.folder, 'link.txt'));
    expect((await write('link.txt', 'b')).text).toContain('replaced logs/real.txt');
    expect(textOf('real.txt')).toBe('b');
  });

  it.each([
    ['a directory', 'sub', 'source-unreadable'],
    ['a file in a folder that is not there', 'none/a.txt', 'source-missing'],
    ['a file outside', '../a.txt', 'path-refused'],
    ['a file that a link outside names', 'out', 'path-refused'],
  ])('refuses %s, and writes nothing', async (_, path, code) => {
    mkdirSync(join(desk.folder, 'sub'));
    symlinkSync('/tmp/spillway-nowhere', join(desk.folder, 'out'));
    const before = readdirSync(desk.folder);
    const answer = await write(path, 'x');
    expect(answer.isError).toBe(true);
    expect(answer.text).toMatch(new RegExp(`^\\[${code}\\] `));
    expect(readdirSync(desk.folder)).toEqual(before);
  });

  it('refuses half a surrogate pair', async () => {
    expect((await write('a.txt', 'a\ud800')).text).toMatch(
      /^\[request-invalid\] The text holds half of a surrogate pair/,
    );
  });
});

describe('write_file after a read of a part', () => {
  const lines = Array.from({ length: 2_000 }, (_, at) => `line ${at + 1} of a file that is longer than one page`);

  // Fails when read_file does not tell the log, or when coverage of an earlier state counts.
  it('BC-032 refuses to replace the file, and allows it when all was read', async () => {
    put('long.txt', `${lines.join('\n')}\n`);
    const before = textOf('long.txt');
    const first = await desk.call('read_file', { path: 'long.txt' }, { maxResultBytes: 40_000 });
    expect(first.page).toMatchObject({ complete: false, totalLines: 2_000 });
    const refused = await write('long.txt', lines.slice(0, 500).join('\n'));
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(
      /^\[write-refused\] logs\/long\.txt was not replaced and is as it was: only [\d,]+ of its 96,893 bytes/,
    );
    expect(textOf('long.txt')).toBe(before);
    for (let next = first.page?.next; next !== undefined; ) {
      const page = await desk.call('read_file', { path: 'long.txt', cursor: next }, { maxResultBytes: 40_000 });
      next = page.page?.next;
    }
    expect((await write('long.txt', 'short\n')).isError).toBe(false);
    expect((await write('long.txt', 'again, after a write of its own\n')).isError).toBe(false);
    expect(textOf('long.txt')).toBe('again, after a write of its own\n');
  });

  it('refuses to replace a file of which only values were found', async () => {
    put('rows.json', JSON.stringify({ rows: Array.from({ length: 500 }, (_, at) => ({ at })) }));
    await desk.call('query_file', { path: 'rows.json', query: 'nothing' });
    await desk.call('query_file', { path: 'rows.json', query: 'rows[*]', count: true });
    expect((await write('rows.json', '{"rows":[{"at":0},{"at":1}]}')).isError).toBe(false);
    // What was written here is known whole.
    await desk.call('query_file', { path: 'rows.json', query: 'rows[0]' });
    expect((await write('rows.json', '{"rows":[]}')).isError).toBe(false);
    put('others.json', JSON.stringify({ rows: [{ at: 5 }, { at: 6 }] }));
    await desk.call('query_file', { path: 'others.json', query: 'rows[0]' });
    expect((await write('others.json', '{"rows":[{"at":5}]}')).text).toMatch(
      /^\[write-refused\] logs\/others\.json was not replaced and is as it was: only lines or values in it were shown here/,
    );
  });

  it('BC-032 allows edits, appends, other files, and an explicit override', async () => {
    put('long.txt', `${lines.join('\n')}\n`);
    put('other.txt', 'other\n');
    await desk.call('read_file', { path: 'long.txt' }, { maxResultBytes: 8_000 });
    expect(
      (await desk.call('edit_file', { path: 'long.txt', edits: { oldText: 'line 7 of', newText: 'line seven of' } }))
        .isError,
    ).toBe(false);
    expect((await write('long.txt', 'more\n', { append: true })).isError).toBe(false);
    expect((await write('other.txt', 'new\n')).isError).toBe(false);
    expect((await write('long.txt', 'x')).text).toContain('it has changed since it was read here');
    expect((await write('long.txt', 'x', { replaceUnread: true })).isError).toBe(false);
    expect(textOf('long.txt')).toBe('x');
  });

  it('refuses to replace a file that somebody else changed since', async () => {
    put('a.txt', 'one\n');
    await desk.call('read_file', { path: 'a.txt' });
    put('a.txt', 'one, and more\n');
    const answer = await write('a.txt', 'two\n');
    expect(answer.text).toMatch(
      /^\[write-refused\] logs\/a\.txt was not replaced and is as it was: it has changed since it was read here\./,
    );
    expect(textOf('a.txt')).toBe('one, and more\n');
  });

  it('BC-034 refuses content that was copied with a notice or a page mark, unless it is meant', async () => {
    put('long.txt', `${lines.join('\n')}\n`);
    const page = await desk.call('read_file', { path: 'long.txt' }, { maxResultBytes: 8_000 });
    const answer = await write('copy.txt', page.text);
    expect(answer.text).toMatch(
      /^\[write-refused\] Nothing was written: line 1 of content is a line that stands around a page/,
    );
    expect(readdirSync(desk.folder)).toEqual(['long.txt']);
    const edited = await desk.call('edit_file', {
      path: 'long.txt',
      edits: [{ oldText: 'line 9 of', newText: `line 9\n[END PARTIAL]\nof` }],
    });
    expect(edited.text).toMatch(/^\[write-refused\] Nothing was written: line 2 of newText of edit 1 is a notice/);
    expect((await write('copy.txt', page.text, { allowNotices: true })).isError).toBe(false);
  });
});

describe('write_file after a read of something else than the bytes of the file', () => {
  it.each([
    ['bytes that are no text', Buffer.from('caf\u00e9 noir\n', 'latin1'), 'replaced'],
    ['control characters', Buffer.from(`${'a line of text\n'.repeat(9)}\u001b[31mred\u001b[0m\n`), 'replaced'],
    ['the content of a compressed file', gzipSync('one\ntwo\n'), 'decompressed'],
  ])('refuses to replace %s, unless it is meant', async (_, bytes, reason) => {
    put('a.txt', bytes);
    expect((await desk.call('read_file', { path: 'a.txt' })).isError).toBe(false);
    const answer = await write('a.txt', 'new\n');
    expect(answer.text).toMatch(
      /^\[write-refused\] logs\/a\.txt was not replaced and is as it was: .*replaceUnread true/,
    );
    expect(answer.text).toContain(reason === 'replaced' ? 'stand for bytes' : 'it is compressed');
    expect(readFileSync(join(desk.folder, 'a.txt'))).toEqual(Buffer.from(bytes));
    expect((await write('a.txt', 'new\n', { replaceUnread: true })).isError).toBe(false);
  });

  it('adds no text to a compressed file', async () => {
    put('a.gz', gzipSync('one\n'));
    expect((await write('a.gz', 'two\n', { append: true })).text).toMatch(
      /^\[write-refused\] Nothing was written: logs\/a\.gz is compressed \(gzip\)/,
    );
    expect(readFileSync(join(desk.folder, 'a.gz'))).toEqual(gzipSync('one\n'));
  });

  it('adds ASCII alone to a file in an encoding of old, and says that a replaced one is in UTF-8 now', async () => {
    const bytes = Buffer.from('caf\u00e9\n', 'latin1');
    put('a.txt', bytes);
    expect((await write('a.txt', 'th\u00e9\n', { append: true })).text).toMatch(/^\[write-refused\] .* not in UTF-8/);
    expect((await write('a.txt', 'tea\n', { append: true })).isError).toBe(false);
    expect(readFileSync(join(desk.folder, 'a.txt'))).toEqual(Buffer.concat([bytes, Buffer.from('tea\n')]));
    expect((await write('a.txt', 'th\u00e9\n', { replaceUnread: true })).text).toBe(
      'replaced logs/a.txt: 5 bytes, before 9 bytes, now in UTF-8, which it was not before',
    );
  });
});

describe('what tools that write answer', () => {
  // Fails when the answer is made without its budget.
  it.each([1_024, 2_048, 8_000])('is within %i bytes whatever the path', async (maxResultBytes) => {
    const folders = Array.from({ length: 5 }, () => '\u20ac'.repeat(80));
    mkdirSync(join(desk.folder, ...folders), { recursive: true });
    const path = [...folders, 'a.txt'].join('/');
    for (const [tool, input] of [
      ['write_file', { path, content: 'one\n' }],
      ['edit_file', { path, edits: [{ oldText: 'one', newText: 'two' }] }],
    ] as const) {
      const { text, page, isError } = await desk.call(tool, input, { maxResultBytes });
      expect(isError).toBe(false);
      const blocks = Buffer.byteLength(JSON.stringify([{ type: 'text', text }]));
      const fields =
        page === undefined ? 0 : Buffer.byteLength(`,"_meta":${JSON.stringify({ 'spillway/page': page })}`);
      expect(blocks + fields).toBeLessThanOrEqual(maxResultBytes);
    }
    expect(readFileSync(join(desk.folder, ...folders, 'a.txt'), 'utf8')).toBe('two\n');
  });
});

describe('what a killed write_file left behind', () => {
  it('goes with a later write in the folder, and younger files of that name stay', async () => {
    put('.spillway-0123456789ab.tmp', 'old');
    put('.spillway-ba9876543210.tmp', 'of a write that goes on');
    put('.spillway-notes.tmp', 'of somebody else');
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    for (const name of ['.spillway-0123456789ab.tmp', '.spillway-notes.tmp']) {
      utimesSync(join(desk.folder, name), longAgo, longAgo);
    }
    await write('a.txt', 'x');
    expect(readdirSync(desk.folder).sort()).toEqual(['.spillway-ba9876543210.tmp', '.spillway-notes.tmp', 'a.txt']);
  });
});
