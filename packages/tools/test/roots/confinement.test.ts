import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRoots } from '../../src/roots/create-roots.ts';
import type { Roots } from '../../src/roots/roots.ts';
import { refusal } from '../support/refusal.ts';

let base = '';
let folder = '';
let server: Server;
beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'spillway-confined-')));
  folder = join(base, 'logs');
  mkdirSync(join(folder, 'real', 'deep'), { recursive: true });
  mkdirSync(join(base, 'outside', 'deep'), { recursive: true });
  writeFileSync(join(folder, 'real/deep/x.txt'), 'inside');
  writeFileSync(join(folder, 'app.log'), 'inside');
  writeFileSync(join(base, 'outside/deep/x.txt'), 'SECRET');
  writeFileSync(join(base, 'outside/app.log'), 'SECRET');
  writeFileSync(join(base, 'outside/deep/only-outside'), 'SECRET');
  server = createServer();
  await new Promise<void>((resolve) => server.listen(join(folder, 'socket'), resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(base, { recursive: true });
});

const openRoots = (keyPaths?: (path: string) => boolean): Roots =>
  createRoots([{ name: 'logs', path: folder }], keyPaths === undefined ? {} : { keyPaths });

async function readAll(roots: Roots, path: string): Promise<string> {
  const { file } = await roots.openFile(path);
  try {
    return Buffer.from(await file.read(0, file.byteLength)).toString();
  } finally {
    await file.close();
  }
}

async function namesIn(roots: Roots, path: string): Promise<string[]> {
  const opened = await roots.openDirectory(path);
  try {
    return readdirSync(opened.reach);
  } finally {
    await opened.close();
  }
}

function link(name: string, target: string): void {
  symlinkSync(target, join(folder, name));
}

describe('links', () => {
  const inside: [name: string, target: () => string][] = [
    ['to a file', () => 'app.log'],
    ['absolute', () => join(folder, 'app.log')],
    ['over a folder above the root', () => '../logs/app.log'],
    ['over the root of the file system', () => `${'../'.repeat(20)}${folder.slice(1)}/app.log`],
  ];
  it.each(inside)('that stay inside are followed: %s', async (name, target) => {
    link(`in ${name}`.replaceAll(' ', '-'), target());
    expect(await readAll(openRoots(), `logs/${`in ${name}`.replaceAll(' ', '-')}`)).toBe('inside');
  });

  it('of links are followed, forty at most', async () => {
    link('chain-1', 'app.log');
    for (let at = 2; at <= 41; at++) link(`chain-${at}`, `chain-${at - 1}`);
    expect(await readAll(openRoots(), 'logs/chain-40')).toBe('inside');
    expect(await refusal(openRoots().openFile('logs/chain-41'))).toMatchObject({
      code: 'path-refused',
      text: expect.stringContaining('more than 40 links'),
    });
  });

  it('that form a circle are refused', async () => {
    link('circle-a', 'circle-b');
    link('circle-b', 'circle-a');
    link('self', 'self');
    for (const path of ['logs/circle-a', 'logs/self', 'logs/self/x']) {
      expect(await refusal(openRoots().openFile(path)), path).toMatchObject({
        code: 'path-refused',
        text: expect.stringContaining('leads back to itself'),
      });
    }
  });

  it('BC-172 out of the root are refused, whether anything is there or not, and chains of them', async () => {
    link('out-file', '../outside/app.log');
    link('out-absolute', '/etc/passwd');
    link('out-folder', '../outside');
    link('out-missing', '../outside/nothing');
    link('out-of-all', '/nothing/at/all');
    link('out-chain', 'real/out-chain-2');
    symlinkSync('../out-file', join(folder, 'real', 'out-chain-2'));
    const told = new Set<string>();
    for (const path of [
      'out-file',
      'out-absolute',
      'out-folder/deep/x.txt',
      'out-missing',
      'out-of-all',
      'out-chain',
    ]) {
      for (const open of ['openFile', 'find'] as const) {
        const { code, text } = await refusal(openRoots()[open](`logs/${path}`));
        expect(code, path).toBe('path-refused');
        told.add(text.replace(path, 'x'));
      }
    }
    expect([...told]).toEqual([
      'logs/x lies outside the folders that may be read here. They are: logs. Links that lead out of them are not followed.',
    ]);
    expect((await refusal(openRoots().openDirectory('logs/out-folder'))).code).toBe('path-refused');
    expect((await refusal(openRoots().findPlace('logs/out-folder/new.txt'))).code).toBe('path-refused');
  });
});

describe('what is swapped while it is opened', () => {
  const real = () => join(folder, 'real');
  const away = () => join(folder, 'away');
  /** Asked between the way to the file and the opening of it. */
  const swap = (action: () => void): Roots => {
    let isDone = false;
    return openRoots(() => {
      if (!isDone) action();
      isDone = true;
      return false;
    });
  };
  const restore = (): void => {
    unlinkSync(real());
    renameSync(away(), real());
  };

  // Fails when `locateDescriptor` does not check the path of what was opened.
  it('BC-172 a folder for a link out of the root: the file that was opened is refused unread', async () => {
    const roots = swap(() => {
      renameSync(real(), away());
      symlinkSync('../outside', real());
    });
    try {
      expect((await refusal(roots.openFile('logs/real/deep/x.txt'))).code).toBe('path-refused');
    } finally {
      restore();
    }
  });

  // Fails when the file is opened without O_NOFOLLOW and its path is not checked.
  it('a file for a link out of the root is refused', async () => {
    const file = join(folder, 'swapped.txt');
    writeFileSync(file, 'inside');
    const roots = swap(() => {
      unlinkSync(file);
      symlinkSync('../outside/app.log', file);
    });
    expect((await refusal(roots.openFile('logs/swapped.txt'))).code).toMatch(/^(?:source-denied|path-refused)$/);
  });

  it('a file for a pipe is refused at once', async () => {
    const file = join(folder, 'swapped-pipe');
    writeFileSync(file, 'inside');
    const roots = swap(() => {
      unlinkSync(file);
      execFileSync('mkfifo', [file]);
    });
    expect(await refusal(roots.openFile('logs/swapped-pipe'))).toMatchObject({
      code: 'source-unreadable',
      text: expect.stringContaining('named pipe'),
    });
  });

  it('BC-172 by somebody who does nothing else: never is a byte from outside read', async () => {
    const racer = new Worker(
      `const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
       const { workerData: { real, away } } = require('node:worker_threads');
       for (;;) {
         renameSync(real, away);
         symlinkSync('../outside', real);
         unlinkSync(real);
         renameSync(away, real);
       }`,
      { eval: true, workerData: { real: real(), away: away() } },
    );
    await new Promise((resolve) => racer.once('online', resolve));
    const roots = openRoots();
    const codeOf = (error: { code: string }): string => error.code;
    const seen = new Set<string>();
    const listed = new Set<string>();
    for (let at = 0; at < 1_000; at++) {
      seen.add(await readAll(roots, 'logs/real/deep/x.txt').catch(codeOf));
      listed.add(await namesIn(roots, 'logs/real/deep').then(String, codeOf));
    }
    await racer.terminate();
    rmSync(real(), { recursive: true, force: true });
    rmSync(away(), { recursive: true, force: true });
    expect([...seen].filter((outcome) => !/^(?:inside$|path-refused$|source-)/.test(outcome))).toEqual([]);
    expect([...listed].filter((outcome) => !/^(?:x\.txt$|path-refused$|source-)/.test(outcome))).toEqual([]);
    expect(seen.size).toBeGreaterThan(1);
    expect(listed.size).toBeGreaterThan(1);
  });

  it('a root that was replaced by a link is noticed', async () => {
    const moved = join(base, 'moving');
    mkdirSync(moved);
    writeFileSync(join(moved, 'app.log'), 'inside');
    const roots = createRoots([{ name: 'moving', path: moved }]);
    rmSync(moved, { recursive: true });
    symlinkSync(join(base, 'outside'), moved);
    expect((await refusal(roots.openFile('moving/app.log'))).code).toBe('path-refused');
    expect((await refusal(roots.openDirectory('moving/deep'))).code).toBe('path-refused');
  });
});

describe('what is no plain file', () => {
  it('BC-062 a pipe, a socket, a device and links to them are refused by name, at once', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    link('pipe-link', 'pipe');
    link('socket-link', 'socket');
    const roots = openRoots();
    mkdirSync(join(folder, 'a-folder'));
    const kinds = {
      pipe: 'named pipe',
      'pipe-link': 'named pipe',
      socket: 'socket',
      'socket-link': 'socket',
      'a-folder': 'directory',
    };
    for (const [name, kind] of Object.entries(kinds)) {
      const path = `logs/${name}`;
      expect(await refusal(roots.openFile(path)), path).toMatchObject({
        code: 'source-unreadable',
        facts: { kind },
        text: expect.stringContaining(`is a ${kind}, not a plain file`),
      });
    }
    expect((await refusal(roots.openDirectory('logs/pipe'))).text).toContain('named pipe, not a directory');
    const devices = createRoots([{ name: 'dev', path: '/dev' }]);
    for (const name of ['null', 'zero', 'tty']) {
      expect(await refusal(devices.openFile(`dev/${name}`)), name).toMatchObject({ facts: { kind: 'device' } });
    }
  });

  it('a file of the system without a size is read whole', async () => {
    const roots = createRoots([{ name: 'proc', path: '/proc' }]);
    expect(await readAll(roots, 'proc/version')).toMatch(/^Linux version /);
    expect((await roots.find('proc/version')).kind).toBe('file');
  });

  it('a sparse file of 5 GiB is opened like any other', async () => {
    writeFileSync(join(folder, 'sparse'), '');
    truncateSync(join(folder, 'sparse'), 5_368_709_120);
    const { file } = await openRoots().openFile('logs/sparse');
    expect(file.byteLength).toBe(5_368_709_120);
    expect([...(await file.read(5_368_709_119, 10))]).toEqual([0]);
    await file.close();
  });

  it('a hard link to a file outside is a file inside', async () => {
    linkSync(join(base, 'outside/app.log'), join(folder, 'hard'));
    expect(await readAll(openRoots(), 'logs/hard')).toBe('SECRET');
  });
});
