import { chmod, mkdir, mkdtemp, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRoots } from '../../src/roots/create-roots.ts';
import type { Roots } from '../../src/roots/roots.ts';
import { asOtherUser } from '../support/as-other-user.ts';
import { refusal } from '../support/refusal.ts';

let base = '';
let roots: Roots;

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'spillway-roots-')));
  await mkdir(join(base, 'logs', 'deep', 'er'), { recursive: true });
  await mkdir(join(base, 'data'));
  await mkdir(join(base, 'logs', 'store'));
  const files = {
    'logs/app.log': 'log',
    'logs/deep/x.txt': 'deep',
    'logs/store/key': 'stored',
    'logs/both.txt': 'of logs',
    'logs/~tmp': 'tilde',
    'logs/C:\\x': 'drive',
    'logs/id_rsa': 'secret',
    'data/both.txt': 'of data',
    'data/one.json': '1',
  };
  for (const [path, content] of Object.entries(files)) await writeFile(join(base, path), content);
  await symlink(join(base, 'logs'), join(base, 'alias'));
  roots = createRoots(
    [
      { name: 'logs', path: join(base, 'alias') },
      { name: 'data', path: join(base, 'data') },
    ],
    { denied: [join(base, 'logs', 'store')], keyPaths: ['id_rsa'] },
  );
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

describe('a path argument', () => {
  it.each([
    ['as it is shown', 'logs/app.log', 'logs/app.log=log'],
    ['relative to the only root that has it', 'app.log', 'logs/app.log=log'],
    ['relative to the other one', './one.json', 'data/one.json=1'],
    ['in quotes as a whole', '"logs/app.log"', 'logs/app.log=log'],
    ['in quotes in part', 'logs/"deep"/"x.txt"', 'logs/deep/x.txt=deep'],
    ['with dots in it', 'logs/./deep/../app.log', 'logs/app.log=log'],
    ['with slashes at its end and twice', 'logs//deep//x.txt', 'logs/deep/x.txt=deep'],
    ['from one root into the other', 'logs/../data/one.json', 'data/one.json=1'],
    ['with the name of a tilde', 'logs/~tmp', 'logs/~tmp=tilde'],
    ['that begins like a drive', 'C:\\x', 'logs/"C:\\\\x"=drive'],
  ])('is taken %s', async (_, path, answer) => {
    expect(await read(path)).toBe(answer);
  });

  it('is taken as an absolute path, by the name that the root was given and by its real one', async () => {
    expect(await read(join(base, 'logs/deep/x.txt'))).toBe('logs/deep/x.txt=deep');
    expect(await read(join(base, 'alias/deep/x.txt'))).toBe('logs/deep/x.txt=deep');
  });

  it('names a folder, the root itself too', async () => {
    const { root: _, ...found } = await roots.find('logs');
    expect(found).toEqual({ shown: 'logs', path: join(base, 'logs'), kind: 'directory' });
    expect(await roots.find('logs/deep/')).toMatchObject({ shown: 'logs/deep', kind: 'directory' });
    expect(await roots.find('deep/..')).toMatchObject({ shown: 'logs' });
  });

  it.each([
    ['above a root', 'logs/../secret', /outside the folders .* logs, data\./],
    ['above all', 'logs/../../../../../../../../etc/passwd', /outside/],
    ['absolute elsewhere', '/etc/passwd', /outside/],
    ['the root of the file system', '/', /outside/],
    ['two dots', '..', /outside/],
    ['with a NUL', 'logs/app.log\0.txt', /NUL character/],
    ['with an escaped NUL', 'logs/"app\\0"', /NUL character/],
    ['in the store', 'logs/store/key', /store of results.*handle/],
    ['the store itself', 'logs/store', /store of results/],
    ['in the store, of what is not there', 'logs/store/nothing', /store of results/],
    ['in two roots', 'both.txt', /more than one folder\. Name one of: logs\/both\.txt, data\/both\.txt\./],
  ])('is refused %s', async (_, path, text) => {
    expect(await refusal(roots.openFile(path))).toMatchObject({
      code: 'path-refused',
      text: expect.stringMatching(text),
    });
  });

  it.each([
    ['a home folder', '~/app.log', /~ is not expanded here/],
    ['somebody’s home folder', '~ada/app.log', /~ is not expanded here/],
    ['a drive', 'D:\\logs\\app.log', /Drive letters mean nothing here/],
    ['a drive with slashes', 'D:/logs/app.log', /Drive letters mean nothing here/],
  ])('that means %s elsewhere is told as a name that is not there', async (_, path, text) => {
    expect(await refusal(roots.find(path))).toMatchObject({
      code: 'source-missing',
      text: expect.stringMatching(text),
    });
  });

  it.each([
    ['one name of 256 bytes', `logs/${'n'.repeat(256)}`],
    ['5,000 bytes', `logs/${'d/'.repeat(2_500)}`],
    ['a megabyte', 'x'.repeat(1_000_000)],
  ])('of %s is refused with a short text', async (_, path) => {
    const { code, text } = await refusal(roots.find(path));
    expect(['source-unreadable', 'source-missing']).toContain(code);
    expect(text.length).toBeLessThan(600);
  });

  it('through a file is told as what it is', async () => {
    expect(await refusal(roots.find('logs/app.log/x'))).toMatchObject({
      code: 'source-missing',
      text: expect.stringContaining('a part of its path is not a directory'),
    });
  });
});

describe('what is not there', () => {
  it('is told with the absolute path that was tried and what is near', async () => {
    expect(await refusal(roots.find('logs/App.lgo'))).toEqual({
      code: 'source-missing',
      facts: { tried: `${base}/logs/App.lgo` },
      text: `logs/App.lgo does not exist (tried ${base}/logs/App.lgo). Near it: logs/app.log.`,
    });
  });

  it('is told with every place that was tried for a relative path', async () => {
    const { text } = await refusal(roots.find('nothing.txt'));
    expect(text).toContain(`(tried ${base}/logs/nothing.txt, ${base}/data/nothing.txt)`);
    expect(text).toContain('Begin with the folder that is meant: logs/, data/.');
    expect(text).toContain('No name in that folder is near it.');
  });

  it('is told with the folder in which the way ends', async () => {
    expect((await refusal(roots.find('logs/deeep/er/x.txt'))).text).toBe(
      `logs/deeep/er/x.txt does not exist (tried ${base}/logs/deeep/er/x.txt). ` +
        'There is no deeep in logs. Near it: logs/deep.',
    );
  });
});

describe('a place to write to', () => {
  it('is found where nothing is yet, and where something is', async () => {
    const { root: _, ...place } = await roots.findPlace('logs/deep/new.txt');
    expect(place).toEqual({ shown: 'logs/deep/new.txt', path: join(base, 'logs/deep/new.txt'), kind: 'missing' });
    expect(await roots.findPlace('logs/app.log')).toMatchObject({ kind: 'file' });
  });

  it('is refused in a folder that is not there, outside, in the store, and for a key', async () => {
    const nowhere = await refusal(roots.findPlace('logs/none/new.txt'));
    expect(nowhere.code).toBe('source-missing');
    expect(nowhere.text).toContain('There is no none in logs. Folders are not made here: make it first, or choose one');
    for (const path of ['logs/../new.txt', 'logs/store/new']) {
      expect((await refusal(roots.findPlace(path))).code, path).toBe('path-refused');
    }
    expect((await refusal(roots.findPlace('logs/deep/id_rsa'))).code).toBe('key-refused');
  });
});

describe('no roots', () => {
  it('refuse every path', async () => {
    for (const path of ['app.log', '/etc/passwd', '']) {
      expect((await refusal(createRoots([]).find(path))).text).toMatch(/outside the folders .* There are none\.$/);
    }
  });
});

describe('an absolute path of the system', () => {
  it('is shown as answers do, and not at all outside', () => {
    expect(roots.show(join(base, 'logs/deep/x.txt'))).toBe('logs/deep/x.txt');
    expect(roots.show(Buffer.concat([Buffer.from(join(base, 'data/')), Buffer.of(0xff)]))).toBe('data/"\\xff"');
    expect(roots.show('/etc/passwd')).toBeUndefined();
    expect(roots.show(join(base, 'logs/store/key'))).toBeUndefined();
  });
});

describe('an open file', () => {
  it('is named by its path without links', async () => {
    const { file } = await roots.openFile(join(base, 'alias/app.log'));
    expect(file.facts.path).toBe(join(base, 'logs/app.log'));
    await file.close();
  });

  it('without permission is told apart from one that is missing, as is one in a closed folder', async () => {
    const path = join(base, 'logs', 'closed');
    await mkdir(path);
    await writeFile(join(path, 'x'), '');
    await writeFile(join(base, 'logs', 'mine.txt'), '', { mode: 0 });
    await chmod(base, 0o755);
    await chmod(path, 0);
    try {
      for (const file of ['logs/closed/x', 'logs/mine.txt']) {
        const refused = await asOtherUser(() => refusal(roots.openFile(file)));
        expect(refused, file).toMatchObject({
          code: 'source-denied',
          text: expect.stringContaining('may not be read'),
        });
      }
      expect((await asOtherUser(() => refusal(roots.openFile('logs/none')))).code).toBe('source-missing');
    } finally {
      await chmod(path, 0o700);
    }
  });

  it('leaves no descriptor behind when it is refused', async () => {
    const openFiles = async (): Promise<number> => {
      const links = await Promise.all(
        Array.from({ length: 200 }, (_, fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
      );
      return links.filter((link) => link.startsWith(base)).length;
    };
    const before = process.platform === 'linux' ? await openFiles() : 0;
    for (const path of ['logs/deep', 'logs/id_rsa', 'logs/none']) await refusal(roots.openFile(path));
    expect(process.platform === 'linux' ? await openFiles() : 0).toBe(before);
  });
});
