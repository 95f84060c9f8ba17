import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRoots } from '../../src/roots/create-roots.ts';
import type { Roots } from '../../src/roots/roots.ts';

let base = '';
let roots: Roots;

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'spillway-roots-')));
  await mkdir(join(base, 'logs', 'deep'), { recursive: true });
  await mkdir(join(base, 'data'));
  await mkdir(join(base, 'outside'));
  await writeFile(join(base, 'logs', 'app.log'), 'log');
  await writeFile(join(base, 'logs', 'deep', 'x.txt'), 'deep');
  await writeFile(join(base, 'data', 'one.json'), '1');
  await writeFile(join(base, 'outside', 'secret.txt'), 'secret');
  await symlink('../outside/secret.txt', join(base, 'logs', 'out'));
  await symlink('../logs/deep', join(base, 'logs', 'in'));
  roots = createRoots([
    { name: 'logs', path: join(base, 'logs') },
    { name: 'data', path: join(base, 'data') },
  ]);
});
afterAll(() => rm(base, { recursive: true }));

const read = async (path: string): Promise<string> => {
  const { found, file } = await roots.openFile(path);
  try {
    return `${found.shown}=${Buffer.from(await file.read(0, 100)).toString()}`;
  } finally {
    await file.close();
  }
};
const refusal = async (work: Promise<unknown>): Promise<{ code: string; text: string }> => {
  try {
    await work;
  } catch (error) {
    const { code, toModelText } = error as { code: string; toModelText: () => string };
    return { code, text: toModelText.call(error) };
  }
  return { code: 'none', text: '' };
};

describe('a path', () => {
  it('is taken in each of its forms', async () => {
    expect(await read('logs/app.log')).toBe('logs/app.log=log');
    expect(await read(join(base, 'logs/app.log'))).toBe('logs/app.log=log');
    expect(await read('app.log')).toBe('logs/app.log=log');
    expect(await read('"logs/app.log"')).toBe('logs/app.log=log');
    expect(await read('./one.json')).toBe('data/one.json=1');
    expect(await read('logs/deep/../app.log')).toBe('logs/app.log=log');
    expect(await read('logs/in/x.txt')).toBe('logs/deep/x.txt=deep');
    expect(await read('logs/../data/one.json')).toBe('data/one.json=1');
  });

  it('out of the roots is refused', async () => {
    for (const path of ['logs/out', 'logs/../outside/secret.txt', '/etc/passwd', 'logs/../../etc/passwd', '/', '..'])
      expect(await refusal(roots.find(path)), path).toMatchObject({ code: 'path-refused' });
  });

  it('that is not there is told with what was tried and what is near', async () => {
    expect(await refusal(roots.find('logs/app.lgo'))).toEqual({
      code: 'source-missing',
      text: `logs/app.lgo does not exist (tried ${base}/logs/app.lgo). Near names in the same folder: app.log.`,
    });
  });
});
