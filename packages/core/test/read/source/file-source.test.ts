import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Page, readPage } from '../../../src/read/page/page.ts';
import type { PageRequest } from '../../../src/read/page/page-request.ts';
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
    await symlink('circle-b', join(dir, 'circle-a'));
    await symlink('circle-a', join(dir, 'circle-b'));
    const circle = await failure(openFileSource(join(dir, 'circle-a')));
    expect([circle.code, circle.facts.errno]).toEqual(['source-denied', 'ELOOP']);
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

  it('goes on in a file that has only grown, up to where it ended at the first page, and says so', async () => {
    const page = await pageTwo((path) => appendFile(path, 'more\n'));
    expect(page.hasGrown).toBe(true);
    expect(page.startLine).toBe(111);
    expect([page.byteLength, page.addedBytes]).toEqual([lines.length, 5]);
    const same = await pageTwo(async () => {});
    expect([same.hasGrown, same.addedBytes]).toEqual([false, undefined]);
  });

  // Fails when a page is cut from the file as it is now, or the cursor for later is bound to its size of before.
  it('ends paging at the size of the first page, with a cursor for what came later', async () => {
    const path = join(dir, 'growing');
    await writeFile(path, lines);
    const read = async (request: PageRequest): Promise<Page> => {
      const source = await openFileSource(path);
      try {
        return await readPage(await fileTarget(source), request, options);
      } finally {
        await source.close();
      }
    };
    const parts: string[] = [];
    let page = await read({});
    for (let added = 0; ; added++) {
      parts.push(page.content);
      if (page.next === undefined) break;
      if (added < 3) await appendFile(path, `added ${added}\n`);
      page = await read({ cursor: page.next });
    }
    expect(parts.join('')).toBe(lines);
    expect(page.addedBytes).toBe(24);
    const later = await read({ cursor: page.later as string });
    expect([later.content, later.startLine, later.next]).toEqual(['added 0\nadded 1\nadded 2\n', 10_001, undefined]);
    const nothing = await read({ cursor: later.later as string });
    expect([nothing.content, nothing.later, nothing.next]).toEqual(['', later.later, undefined]);
    await appendFile(path, 'added 3');
    const last = await read({ cursor: nothing.later as string });
    expect([last.content, last.startLine]).toEqual(['added 3', 10_004]);
    await appendFile(path, ' goes on\n');
    const rest = await read({ cursor: last.later as string });
    expect([rest.content, rest.startLine, rest.startsMidLine]).toEqual([' goes on\n', 10_004, true]);
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

describe('a file that is located when it is open', () => {
  it('has the path that is said of it', async () => {
    const path = join(dir, 'located');
    await writeFile(path, 'text');
    const source = await openFileSource(Buffer.from(path), { locate: async (_, stats) => `inode ${stats.ino}` });
    expect(source.facts.path).toBe(`inode ${source.facts.ino}`);
    await source.close();
  });

  it('is closed unread where it is refused, and told under the name that is shown', async () => {
    const path = join(dir, 'refused');
    await writeFile(path, 'text');
    let descriptor = -1;
    const refused = openFileSource(path, {
      shown: 'logs/refused',
      locate: async (opened) => {
        descriptor = opened;
        throw new Error('not this one');
      },
    });
    await expect(refused).rejects.toThrow(/^logs\/refused could not be read/);
    await expect(realpath(`/proc/self/fd/${descriptor}`)).rejects.toThrow('ENOENT');
  });
});
