import { appendFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parsePage, type ToolAnswer } from '@spillway/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentBytes } from '../../../../test/support/sent-bytes.ts';
import { createToolDesk, nextInput, type ToolDesk } from '../support/tool-desk.ts';

let desk: ToolDesk;
beforeAll(() => {
  desk = createToolDesk();
});
afterAll(() => desk.remove());

const put = (name: string, content: string | Uint8Array): void => writeFileSync(join(desk.folder, name), content);
const query = (input: object, maxResultBytes?: number): Promise<ToolAnswer> =>
  desk.call('query_file', input, maxResultBytes === undefined ? {} : { maxResultBytes });
const bodyOf = (answer: ToolAnswer): string | undefined => parsePage(answer.text)?.body;
const header = (answer: ToolAnswer): string => answer.text.split('\n')[0] as string;

describe('query_file', () => {
  it('finds values as they stand in the file, and the next call the rest', async () => {
    put('rows.json', JSON.stringify(Array.from({ length: 1000 }, (_, id) => ({ id, name: `user ${id}` }))));
    const found: string[] = [];
    let input: object | undefined = { path: 'rows.json', query: '[*].id' };
    let answers = 0;
    while (input !== undefined) {
      const answer = await query(input, 2048);
      expect(answer.page).toMatchObject({ matchCount: 1000 });
      found.push(...(bodyOf(answer)?.split('\n') ?? []));
      input = nextInput(answer);
      if (input !== undefined) expect(input).toMatchObject({ path: 'logs/rows.json', query: '[*].id' });
      answers++;
    }
    expect(found).toEqual(Array.from({ length: 1000 }, (_, id) => `$[${id}].id: ${id}`));
    expect(answers).toBeGreaterThan(5);
  });

  it('counts the lines of a log in JSON Lines that a filter holds for', async () => {
    put(
      'app.jsonl',
      Array.from({ length: 300 }, (_, at) => `{"level":"${at % 100 ? 'info' : 'error'}","at":${at}}\n`).join(''),
    );
    const counted = await query({ path: 'app.jsonl', query: "[?@.level == 'error']", count: true });
    expect(bodyOf(counted)).toBe('3');
    const last = await query({ path: 'app.jsonl', query: '[-1]' });
    expect(bodyOf(last)).toBe('$[299]: {"level":"info","at":299}');
    expect(header(last)).toContain('JSON Lines: 300 documents, one a line, the items of $');
  });

  it('goes on in a log that has grown, and not in a file that was edited', async () => {
    const line = (at: number): string => `{"at":${at},"text":"${'x'.repeat(60)}"}\n`;
    const lines = (count: number): string => Array.from({ length: count }, (_, at) => line(at)).join('');
    put('growing.jsonl', lines(300));
    const first = await query({ path: 'growing.jsonl', query: '[*].at' }, 2048);
    appendFileSync(join(desk.folder, 'growing.jsonl'), line(300));
    const second = await query(nextInput(first) ?? {}, 2048);
    expect(header(second)).toContain('301 matches');
    expect(header(second)).toContain('the source has grown since the last answer');
    expect(second.page).toMatchObject({ firstMatch: Number(first.page?.lastMatch) + 1 });
    put('growing.jsonl', lines(301).replace('"at":0', '"at":9'));
    const edited = await query(nextInput(first) ?? {}, 2048);
    expect([edited.isError, edited.text.startsWith('[source-changed]')]).toEqual([true, true]);
  });

  it('reads what is compressed as its content, and UTF-16 by its bytes', async () => {
    put('old.json.gz', gzipSync('{"a":[1.50,2]}'));
    const packed = await query({ path: 'old.json.gz', query: 'a' });
    expect(bodyOf(packed)).toBe('$.a (2 items): [1.50,2]');
    expect(header(packed)).toContain('of gzip');
    put('wide.json', Buffer.from('\ufeff{"a":"é"}', 'utf16le'));
    expect(bodyOf(await query({ path: 'wide.json', query: 'a' }))).toBe('$.a: "é"');
  });

  it('answers empty, binary and broken files, and paths that are none, each by its own name', async () => {
    put('empty.json', '');
    put(
      'image',
      Uint8Array.from({ length: 64 }, (_, at) => at % 7),
    );
    put('broken.json', '{"a":1,}');
    expect((await query({ path: 'empty.json', query: 'a' })).text).toMatch(/^\[not-json\] .*it is empty/);
    expect((await query({ path: 'image', query: 'a' })).text).toMatch(/^\[not-json\] .*it is binary/);
    expect((await query({ path: 'broken.json', query: 'a' })).text).toMatch(/^\[not-json\] .*byte 7 \(line 1\)/);
    expect((await query({ path: 'broken.json', query: 'a[' })).text).toMatch(/^\[path-invalid\] .*What works: /);
    expect((await query({ path: 'broken.json' })).text).toMatch(
      /^\[request-invalid\] query_file needs query: JSONPath/,
    );
  });

  it('stays in its roots', async () => {
    symlinkSync('/etc/hostname', join(desk.folder, 'out.json'));
    for (const path of ['out.json', '../x.json', '/etc/hostname']) {
      const answer = await query({ path, query: '$' });
      expect([answer.isError, answer.text.split(']')[0]]).toEqual([true, '[path-refused']);
    }
  });

  it('fits the smallest budget', async () => {
    put('wide-rows.json', JSON.stringify({ rows: 'é"\\'.repeat(5000) }));
    const answer = await query({ path: 'wide-rows.json', query: 'rows' }, 1024);
    expect(sentBytes(answer.text, answer.page)).toBeLessThanOrEqual(1024);
    expect(nextInput(answer)).toMatchObject({ path: 'logs/wide-rows.json', query: 'rows' });
  });
});
