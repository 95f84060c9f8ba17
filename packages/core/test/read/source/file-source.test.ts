import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPage } from '../../../src/read/page/page.ts';
import { fileError } from '../../../src/read/source/file-error.ts';
import { openFileSource } from '../../../src/read/source/file-source.ts';
import { fileTarget } from '../../../src/read/source/file-target.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'spillway-read-'));
});
afterAll(() => rm(dir, { recursive: true }));

const failure = async (work: Promise<unknown>): Promise<{ code: string; facts: Record<string, unknown> }> => {
  try {
    await work;
  } catch (error) {
    return error as { code: string; facts: Record<string, unknown> };
  }
  return { code: 'none', facts: {} };
};

describe('special files', () => {
  it('BC-062 refuses a pipe, a socket, a device and a directory at once, by name', async () => {
    const pipe = join(dir, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await symlink(pipe, join(dir, 'link'));
    await mkdir(join(dir, 'folder'));
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(dir, 'socket'), resolve));
    const kinds = { pipe: 'named pipe', link: 'named pipe', folder: 'directory' };
    for (const [name, kind] of Object.entries(kinds)) {
      expect(await failure(openFileSource(join(dir, name)))).toMatchObject({
        code: 'source-unreadable',
        facts: { kind },
      });
    }
    expect((await failure(openFileSource(join(dir, 'socket')))).code).toBe('source-unreadable');
    expect(await failure(openFileSource('/dev/null'))).toMatchObject({
      code: 'source-unreadable',
      facts: { kind: 'device' },
    });
    await new Promise((resolve) => server.close(resolve));
  });

  it('reads a file of unknown size whole', async () => {
    const source = await openFileSource('/proc/self/status');
    expect(source.byteLength).toBeGreaterThan(100);
    expect(new TextDecoder().decode(await source.read(0, 5))).toBe('Name:');
    await source.close();
  });
});

describe('error kinds', () => {
  it('BC-164 tells missing, denied and failing files apart, and claims absence of a missing one alone', async () => {
    const codes = Object.fromEntries(
      ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'EISDIR', 'EIO', 'EMFILE', 'ESTALE', 'ENXIO', 'EWHATEVER'].map(
        (code) => {
          const error = fileError('/secret/name', Object.assign(new Error('x'), { code }));
          return [code, [error.code, error.toModelText()] as const];
        },
      ),
    );
    expect(Object.fromEntries(Object.entries(codes).map(([errno, [code]]) => [errno, code]))).toEqual({
      ENOENT: 'source-missing',
      ENOTDIR: 'source-missing',
      EACCES: 'source-denied',
      EPERM: 'source-denied',
      ELOOP: 'source-denied',
      EISDIR: 'source-unreadable',
      EIO: 'source-unreadable',
      EMFILE: 'source-unreadable',
      ESTALE: 'source-unreadable',
      ENXIO: 'source-unreadable',
      EWHATEVER: 'source-unreadable',
    });
    for (const [, [code, text]] of Object.entries(codes)) {
      expect(/does not exist|not found/.test(text)).toBe(code === 'source-missing');
      expect(text).not.toContain('/secret');
      expect(text.split('. ').length).toBeGreaterThan(1);
    }
    expect(codes.EIO?.[1]).toContain('does not mean that it is missing');
  });

  it('BC-164 names a missing file, a path through a file, and a link where links are not followed', async () => {
    await writeFile(join(dir, 'plain'), 'x');
    await symlink(join(dir, 'plain'), join(dir, 'plain-link'));
    expect((await failure(openFileSource(join(dir, 'none')))).code).toBe('source-missing');
    expect((await failure(openFileSource(join(dir, 'plain', 'x')))).code).toBe('source-missing');
    expect((await failure(openFileSource(join(dir, 'plain-link'), { followLinks: false }))).code).toBe('source-denied');
    const source = await openFileSource(join(dir, 'plain-link'));
    expect(source.byteLength).toBe(1);
    await source.close();
    await source.close();
  });
});

describe('files that change while they are paged', () => {
  const options = { maxContentBytes: 1000 };
  const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index + 1}\n`).join('');

  async function pageTwo(change: (path: string) => Promise<unknown>): Promise<Awaited<ReturnType<typeof readPage>>> {
    const path = join(dir, `log-${Math.random()}`);
    await writeFile(path, lines);
    const first = await openFileSource(path);
    const page = await readPage(await fileTarget(first), {}, options);
    await first.close();
    await change(path);
    const second = await openFileSource(path);
    try {
      return await readPage(await fileTarget(second), { cursor: page.next as string }, options);
    } finally {
      await second.close();
    }
  }

  it('BC-041 says that a file was shortened, edited or replaced instead of mixing two files', async () => {
    const rotate = async (path: string): Promise<void> => {
      execFileSync('mv', [path, `${path}.1`]);
      await writeFile(path, lines);
    };
    const edit = (path: string): Promise<void> => writeFile(path, lines.replaceAll('line', 'LINE'));
    const change = async (work: (path: string) => Promise<unknown>): Promise<unknown> => {
      const error = await failure(pageTwo(work));
      return [error.code, error.facts.change];
    };
    expect(await change((path) => truncate(path, 100))).toEqual(['source-changed', 'shrunk']);
    expect(await change(edit)).toEqual(['source-changed', 'edited']);
    expect(await change(rotate)).toEqual(['source-changed', 'rotated']);
  });

  it('goes on in a file that has only grown, and says so', async () => {
    const page = await pageTwo((path) => appendFile(path, 'more\n'));
    expect(page.hasGrown).toBe(true);
    expect(page.startLine).toBe(111);
    expect(page.byteLength).toBe(lines.length + 5);
    expect((await pageTwo(async () => {})).hasGrown).toBe(false);
  });

  it('BC-041 notices a file that becomes shorter during one read', async () => {
    const path = join(dir, 'shrinking');
    await writeFile(path, lines);
    const source = await openFileSource(path);
    await truncate(path, 100);
    expect(await failure(source.read(50, 1000))).toMatchObject({ code: 'source-changed', facts: { change: 'shrunk' } });
    expect(await source.read(0, 100)).toHaveLength(100);
    await source.close();
  });
});
