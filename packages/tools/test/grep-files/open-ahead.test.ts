import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createOpenAhead, type OpenAhead } from '../../src/grep-files/open-ahead.ts';
import type { OpenSearchFile } from '../../src/grep-files/open-search-file.ts';
import { createSearchFolder, type SearchFolder } from './support/search-folder.ts';

const mebibyte = 1_048_576;
const key = ['-----BEGIN PRIVATE KEY-----', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC', '-----END PRIVATE KEY-----', ''].join(
  '\n',
);
const folders: SearchFolder[] = [];

interface Opened {
  readonly folder: SearchFolder;
  readonly ahead: OpenAhead;
  /** What was opened through the roots, and how often it was closed. */
  readonly opened: { readonly path: string; closes: number }[];
}

function prepare(files: Readonly<Record<string, string>>): Opened {
  const folder = createSearchFolder(files);
  folders.push(folder);
  const opened: Opened['opened'] = [];
  const { roots } = folder.context;
  const openFile: typeof roots.openFile = async (path) => {
    const { file, found } = await roots.openFile(path);
    const record = { path, closes: 0 };
    opened.push(record);
    const close = (): Promise<void> => {
      record.closes++;
      return file.close?.() ?? Promise.resolve();
    };
    return { found, file: { ...file, close } };
  };
  return { folder, opened, ahead: createOpenAhead({ ...folder.context, roots: { ...roots, openFile } }) };
}

async function textOf({ target, source }: OpenSearchFile): Promise<string> {
  return Buffer.from(await target.source.read(0, source.byteLength)).toString();
}

afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

describe('createOpenAhead', () => {
  it('hands over what it opened, once', async () => {
    const { folder, ahead, opened } = prepare({ 'a.log': 'needle\n' });
    const file = folder.look('a.log');
    ahead.begin(file);
    ahead.begin(file);
    const first = await ahead.take(file);
    expect(opened).toEqual([{ path: 'logs/a.log', closes: 0 }]);
    expect(await textOf(first)).toBe('needle\n');
    await first.close();
    const second = await ahead.take(file);
    expect(await textOf(second)).toBe('needle\n');
    await second.close();
    await ahead.close();
    expect(opened.map(({ closes }) => closes)).toEqual([1, 1]);
  });

  it('opens a file that was not begun', async () => {
    const { folder, ahead } = prepare({ 'a.log': 'needle\n' });
    const open = await ahead.take(folder.look('a.log'));
    expect(await textOf(open)).toBe('needle\n');
    await open.close();
  });

  it('closes what nobody took', async () => {
    const { folder, ahead, opened } = prepare({ 'a.log': 'needle\n', 'b.log': 'needle\n' });
    ahead.begin(folder.look('a.log'));
    ahead.begin(folder.look('b.log'));
    await ahead.close();
    expect(opened.map(({ closes }) => closes)).toEqual([1, 1]);
  });

  it('masks keys in what it opened', async () => {
    const { folder, ahead } = prepare({ 'a.log': key });
    const file = folder.look('a.log');
    ahead.begin(file);
    const open = await ahead.take(file);
    expect(await textOf(open)).not.toContain('MIIEvQIBADANBgkqhkiG9w0BAQEFAASC');
    await open.close();
  });

  it.each([
    ['written to', (folder: SearchFolder) => folder.write('a.log', 'other needle\n')],
    [
      'replaced',
      (folder: SearchFolder) => {
        folder.write('b.log', 'other needle\n');
        renameSync(join(folder.path, 'b.log'), join(folder.path, 'a.log'));
      },
    ],
  ])('opens a file anew that was %s meanwhile', async (_, change) => {
    const { folder, ahead, opened } = prepare({ 'a.log': 'needle\n' });
    const file = folder.look('a.log');
    ahead.begin(file);
    await expect.poll(() => opened.length).toBe(1);
    change(folder);
    const open = await ahead.take(file);
    expect(await textOf(open)).toBe('other needle\n');
    await open.close();
    expect(opened.map(({ closes }) => closes)).toEqual([1, 1]);
  });

  it('says of a file that is gone by now what opening it says', async () => {
    const { folder, ahead, opened } = prepare({ 'a.log': 'needle\n' });
    const file = folder.look('a.log');
    ahead.begin(file);
    await expect.poll(() => opened.length).toBe(1);
    rmSync(join(folder.path, 'a.log'));
    await expect(ahead.take(file)).rejects.toMatchObject({ code: 'source-missing' });
    expect(opened.map(({ closes }) => closes)).toEqual([1]);
  });

  it('opens no large file before it is taken, and few together', async () => {
    const text = 'needle\n'.repeat(mebibyte / 4);
    const names = Array.from({ length: 10 }, (_, at) => `${at}.log`);
    const small = Object.fromEntries(names.map((name) => [name, text]));
    const { folder, ahead, opened } = prepare({ ...small, 'large.log': `${text}${text}` });
    ahead.begin(folder.look('large.log'));
    for (const name of names) ahead.begin(folder.look(name));
    await ahead.close();
    expect(opened.map(({ path }) => path).sort()).toEqual(names.slice(0, 9).map((name) => `logs/${name}`));
  });

  it('holds no more than 128 files open, however small', async () => {
    const names = Array.from({ length: 130 }, (_, at) => `${at}.log`);
    const { folder, ahead, opened } = prepare(Object.fromEntries(names.map((name) => [name, 'needle\n'])));
    for (const name of names) ahead.begin(folder.look(name));
    await ahead.close();
    expect(opened.map(({ path }) => path).sort()).toEqual(
      names
        .slice(0, 128)
        .map((name) => `logs/${name}`)
        .sort(),
    );
  });
});
