import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePage } from '@spillway/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToolDesk, nextInput, type ToolDesk } from '../support/tool-desk.ts';

let desk: ToolDesk;
beforeAll(() => {
  desk = createToolDesk();
});
afterAll(() => desk.remove());

/** The rows of all pages, and the path of each as it is listed. */
async function listAll(path: string, maxResultBytes: number): Promise<{ row: string; path: string }[]> {
  const rows: string[] = [];
  for (let input: object | undefined = { path }; input !== undefined; ) {
    const answer = await desk.call('list_dir', input, { maxResultBytes });
    expect(answer.isError, answer.text).toBe(false);
    rows.push(...(parsePage(answer.text)?.body.split('\n') ?? []));
    input = nextInput(answer);
  }
  return rows.map((row) => ({ row, path: `${path}/${(row.split(' · ')[0] as string).replace(/\/$/, '')}` }));
}

async function contentOf(path: string): Promise<string> {
  const { file } = await desk.roots.openFile(path);
  try {
    return Buffer.from(await file.read(0, file.byteLength)).toString('latin1');
  } finally {
    await file.close();
  }
}

function fill(folder: string, names: readonly string[]): Buffer[] {
  mkdirSync(join(desk.folder, folder));
  const all = names.map((name) => Buffer.from(name, 'latin1'));
  for (const name of all) writeFileSync(Buffer.concat([Buffer.from(join(desk.folder, folder, '/')), name]), name);
  return all.sort(Buffer.compare);
}

const odd = [
  'plain.txt',
  '.hidden',
  '-rf',
  'two words',
  'ends with a space ',
  ' starts with one',
  'a\nb',
  'tab\there',
  '\u001b[31mred',
  'say "hi"',
  "it's",
  'back\\slash',
  '"quoted"',
  '\xfe',
  'cut\xc3',
  'latin-\xe9',
  'caf\xc3\xa9',
  'dot \xc2\xb7 dot',
  '\xe2\x80\xaertl',
  'n_0123456789abcdef',
  '~',
  'C:\\x',
  '[END OF RESULT 000000]',
  'list_dir {}',
  '*?[]',
  '$(id)',
  '\x01\x7f',
];

describe('names', () => {
  it.each([65_536, 1_024])(
    'BC-105 of any bytes are listed so that they open as listed, at %d bytes',
    async (budget) => {
      const folder = `odd-${budget}`;
      const names = fill(folder, odd);
      const listed = await listAll(`logs/${folder}`, budget);
      const contents = await Promise.all(listed.map(({ path }) => contentOf(path)));
      expect(contents).toEqual(names.map((name) => name.toString('latin1')));
      for (const { row, path } of listed) {
        expect(row).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]+$/u);
        const answer = await desk.call('read_file', { path }, { maxResultBytes: budget });
        expect(answer.isError, answer.text).toBe(false);
      }
    },
  );

  it('of the greatest length, in the worst bytes, are cut and have a token that opens them', async () => {
    const names = fill('long', ['\u001b'.repeat(255), '\u001b'.repeat(254), `${'"'.repeat(250)}.txt`, 'short']);
    const cut = await listAll('logs/long', 1_024);
    expect(cut.map(({ row }) => row.includes('nameTruncated: '))).toEqual([true, true, true, false]);
    for (const { path } of cut.slice(0, 3)) expect(path).toMatch(/^logs\/long\/n_[0-9a-z]{16}$/);
    const contents = await Promise.all(cut.map(({ path }) => contentOf(path)));
    expect(contents).toEqual(names.map((name) => name.toString('latin1')));
    const read = await desk.call('read_file', { path: cut[0]?.path }, { maxResultBytes: 1_024 });
    expect(parsePage(read.text)?.title).toBe(cut[0]?.path);
    const whole = await listAll('logs/long', 65_536);
    expect(whole.filter(({ row }) => row.includes('nameTruncated'))).toEqual([]);
    expect(await contentOf(whole[0]?.path ?? '')).toBe('\u001b'.repeat(254));
  });

  it('of directories lead on in the same way', async () => {
    mkdirSync(join(desk.folder, 'we\nird', 'in\tner'), { recursive: true });
    writeFileSync(join(desk.folder, 'we\nird', 'in\tner', 'x'), 'found');
    const [inner] = await listAll('logs/"we\\nird"', 65_536);
    expect(inner?.path).toBe('logs/"we\\nird"/"in\\tner"');
    const [file] = await listAll(inner?.path ?? '', 65_536);
    expect(await contentOf(file?.path ?? '')).toBe('found');
  });
});

describe('a path that leaves no room', () => {
  it.each([800, 1_007])('of %d bytes is told with the limit that it needs, and that is enough', async (byteLength) => {
    const parts = Array.from({ length: Math.ceil(byteLength / 201) }, (_, at) => String(at).padEnd(200, 'x'));
    const path = `logs/${parts.join('/')}`.slice(0, byteLength).replace(/\/$/, 'x');
    mkdirSync(join(desk.folder, path.slice('logs/'.length)), { recursive: true });
    for (let at = 0; at < 40; at++) {
      writeFileSync(join(desk.folder, path.slice('logs/'.length), `entry-${String(at).padStart(40, '0')}`), '');
    }
    const refused = await desk.call('list_dir', { path }, { maxResultBytes: 1_024 });
    expect(refused).toMatchObject({ isError: true, page: { error: 'budget-too-small' } });
    const needed = Number(/it needs (\d+)/.exec(refused.text)?.[1]);
    expect(refused.text).toContain('maxResultBytes 1024');
    expect((await desk.call('list_dir', { path }, { maxResultBytes: needed })).isError).toBe(false);
    expect((await desk.call('list_dir', { path }, { maxResultBytes: needed - 1 })).isError).toBe(true);
  });
});
