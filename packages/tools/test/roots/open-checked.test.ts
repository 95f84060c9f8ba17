import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { locateDescriptor, openCheckedDirectory } from '../../src/roots/open-checked.ts';
import { refusal } from '../support/refusal.ts';

let base = '';
let path = '';
let handle: FileHandle;
beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'spillway-checked-')));
  mkdirSync(join(base, 'in'));
  mkdirSync(join(base, 'out'));
  path = join(base, 'in', 'x');
  writeFileSync(path, 'inside');
  writeFileSync(join(base, 'out', 'x'), 'outside');
  handle = await open(path);
});
afterEach(async () => {
  await handle.close();
  rmSync(base, { recursive: true });
});

const refuse = (): never => {
  throw new Error('refused');
};
const locate = async (asksDescriptor: boolean, check: (real: Buffer) => void = refuse): Promise<string> =>
  locateDescriptor(handle.fd, await handle.stat({ bigint: true }), Buffer.from(path), check, asksDescriptor);

describe.each([
  ['by its descriptor', true],
  ['by device and inode', false],
])('an open file, located %s', (_, asksDescriptor) => {
  it('is what its path leads to', async () => {
    expect(await locate(asksDescriptor)).toBe(path);
  });

  it('is told from another one that lies there by now', async () => {
    await handle.close();
    handle = await open(join(base, 'out', 'x'));
    await expect(locate(asksDescriptor)).rejects.toThrow(asksDescriptor ? 'refused' : 'led elsewhere');
  });

  it('is told where a folder on its way has become a link', async () => {
    await handle.close();
    renameSync(join(base, 'in'), join(base, 'away'));
    symlinkSync('out', join(base, 'in'));
    handle = await open(path);
    await expect(locate(asksDescriptor)).rejects.toThrow('refused');
  });
});

describe('an open file', () => {
  it('that was moved is checked by where it is now', async () => {
    renameSync(path, join(base, 'out', 'moved'));
    const asked: string[] = [];
    expect(await locate(true, (real) => asked.push(String(real)))).toBe(join(base, 'out', 'moved'));
    expect(asked).toEqual([join(base, 'out', 'moved')]);
  });

  it('that was removed keeps its path', async () => {
    unlinkSync(path);
    expect(await locate(true)).toBe(path);
    await expect(locate(false)).rejects.toThrow('ENOENT');
  });
});

describe('a directory', () => {
  it('is opened with those in it, and neither a link nor a file is one', async () => {
    symlinkSync('in', join(base, 'link'));
    mkdirSync(join(base, 'in', 'deep'));
    const opened = await openCheckedDirectory(Buffer.from(join(base, 'in')), 'in', () => {});
    const child = await opened.openChild(Buffer.from('deep'));
    expect(child.identity).toContain(join(base, 'in', 'deep'));
    await child.close();
    expect((await refusal(opened.openChild(Buffer.from('x')))).code).toBe('source-missing');
    await opened.close();
    const throughLink = openCheckedDirectory(Buffer.from(join(base, 'link')), 'link', () => {});
    expect((await refusal(throughLink)).code).toMatch(/^source-(?:denied|missing)$/);
  });
});
