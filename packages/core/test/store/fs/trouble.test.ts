import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toReadError, toWriteError } from '../../../src/store/fs/disk/errno.ts';
import { errnoOf } from '../../../src/system/errno.ts';
import { plainFacts, readAll, rejectsWith, storeText } from '../../../src/testing/harness.ts';
import { compiledStores } from '../support/compiled-stores.ts';
import { runWorker, type WorkerOptions } from '../support/run-worker.ts';
import { afterwards, temporaryFolder, temporaryStore } from '../support/temporary.ts';

const compiled = compiledStores();
const mebibyte = 1_048_576;
const nobody = 65_534;

/** Permissions mean nothing to root: as root the worker runs as a user to whom they do. */
function ordinaryFolder(): { folder: string; how: WorkerOptions } {
  const folder = temporaryFolder();
  if (process.geteuid?.() !== 0) return { folder, how: {} };
  chownSync(folder, nobody, nobody);
  return { folder, how: { uid: nobody } };
}

function objectFolders(directory: string): string[] {
  const scopes = readdirSync(join(directory, 'objects')).map((name) => join(directory, 'objects', name));
  return scopes.flatMap((scope) => readdirSync(scope).map((id) => join(scope, id)));
}

describe('BC-080 a store in trouble costs the full copy, not the process', () => {
  it('BC-080 a disk of 1 MiB that is full', async () => {
    const folder = temporaryFolder();
    const options = { store: { directory: join(folder, 'disk', 'store') }, byteLengths: [5 * mebibyte, 1000] };
    mkdirSync(join(folder, 'disk'));
    // A file system of its own where the system lets this user have one; else files of at most 1 MiB.
    const mount = `mount -t tmpfs -o size=1m,mode=777 tmpfs '${folder}/disk' && exec "$@"`;
    const shell = `unshare -rm sh -c '${mount.replaceAll("'", `'"'"'`)}' sh "$@" || { ulimit -f 2048; exec "$@"; }`;
    const [answers, after] = await runWorker(compiled(), 'trouble', options, { shell });
    expect(answers).toEqual([
      expect.objectContaining({ code: 'store-full', text: 'There is no space left to store full results.' }),
      { id: expect.stringMatching(/^r_/) },
    ]);
    expect(after).toEqual({ alive: true, listed: 1 });
  });

  it('BC-080 a system that allows no file of that size', async () => {
    const options = { store: { directory: join(temporaryFolder(), 'store') }, byteLengths: [5 * mebibyte, 1000] };
    const [answers, after] = await runWorker(compiled(), 'trouble', options, { shell: 'ulimit -f 2048; exec "$@"' });
    expect(answers).toEqual([
      expect.objectContaining({ code: 'store-full', facts: { errno: 'EFBIG' } }),
      { id: expect.stringMatching(/^r_/) },
    ]);
    expect(after).toEqual({ alive: true, listed: 1 });
  });

  it('BC-080 a folder that may not be written', async () => {
    const { folder, how } = ordinaryFolder();
    mkdirSync(join(folder, 'closed'));
    chmodSync(join(folder, 'closed'), 0o555);
    const options = { store: { directory: join(folder, 'closed', 'store') }, byteLengths: [1000] };
    const [answers, after] = await runWorker(compiled(), 'trouble', options, how);
    expect(answers).toEqual([expect.objectContaining({ code: 'store-unavailable', facts: { errno: 'EACCES' } })]);
    expect(after).toEqual({ alive: true, listed: 0 });
  });

  it('BC-080 a store that its owner made read-only is read and not written', async () => {
    const { folder, how } = ordinaryFolder();
    const directory = join(folder, 'store');
    const [before] = (await runWorker(compiled(), 'trouble', { store: { directory }, byteLengths: [8] }, how)) as [
      { id: string }[],
    ];
    for (const name of ['', 'objects', 'tmp']) {
      chmodSync(join(directory, name), 0o500);
      afterwards(() => chmodSync(join(directory, name), 0o700));
    }
    const id = before[0]?.id;
    const [answer] = await runWorker(compiled(), 'read', { store: { directory }, scope: 'a', id }, how);
    expect(answer).toEqual({ text: 'trouble ' });
    const [answers, after] = await runWorker(compiled(), 'trouble', { store: { directory }, byteLengths: [9] }, how);
    expect(answers).toEqual([expect.objectContaining({ code: 'store-unavailable', facts: { errno: 'EACCES' } })]);
    expect(after).toEqual({ alive: true, listed: 1 });
    expect(statSync(directory).mode & 0o777).toBe(0o500);
  });

  it('BC-080 a process without descriptors', async () => {
    const options = { store: { directory: join(temporaryFolder(), 'store') }, spare: 1 };
    const shell = 'ulimit -n 60; exec "$@"';
    const [answer] = await runWorker(compiled(), 'exhaust', options, { shell });
    expect(answer).toEqual({
      spilled: expect.objectContaining({ code: 'store-unavailable', facts: { errno: 'EMFILE' } }),
      read: expect.objectContaining({ code: 'store-unavailable', facts: { errno: 'EMFILE' } }),
      after: expect.stringMatching(/^r_/),
    });
  });

  it('BC-080 a folder that is deleted while a result is written', async () => {
    const store = temporaryStore();
    const { id } = await storeText(store, 'a', 'before');
    const writer = await store.createWriter('a');
    await writer.write(Buffer.alloc(5 * mebibyte, 'x'));
    rmSync(store.directory, { recursive: true });
    await rejectsWith(store.open('a', id), 'store-unavailable');
    await rejectsWith(store.list('a'), 'store-unavailable');
    await rejectsWith(writer.finish(plainFacts()), 'store-unavailable');
    await writer.abort();
    const later = await storeText(store, 'a', 'after');
    expect(Buffer.from(await readAll(store, 'a', later.id)).toString()).toBe('after');
    const unknown = await rejectsWith(store.open('a', id), 'handle-unknown');
    expect(unknown.toModelText()).toContain(id);
  });

  it('BC-080 a folder that is moved away: the next result makes a new one, the moved one gets nothing', async () => {
    const store = temporaryStore();
    await storeText(store, 'a', 'before');
    const moved = `${store.directory}-moved`;
    renameSync(store.directory, moved);
    await storeText(store, 'a', 'after');
    expect(objectFolders(moved)).toHaveLength(1);
    expect(objectFolders(store.directory)).toHaveLength(1);
  });

  it('BC-080 a scope and a session that are deleted under a store at work', async () => {
    const store = temporaryStore();
    await storeText(store, 'a', 'before');
    rmSync(join(store.directory, 'objects'), { recursive: true });
    rmSync(join(store.directory, 'tmp'), { recursive: true });
    const { id } = await storeText(store, 'a', 'after');
    expect(Buffer.from(await readAll(store, 'a', id)).toString()).toBe('after');
  });
});

describe('BC-164 what is wrong has a name of its own', () => {
  it.each([
    ['ENOSPC', 'store-full'],
    ['EDQUOT', 'store-full'],
    ['EFBIG', 'store-full'],
    ['EACCES', 'store-unavailable'],
    ['EROFS', 'store-unavailable'],
    ['EIO', 'store-unavailable'],
    ['EMFILE', 'store-unavailable'],
    ['ENOENT', 'store-unavailable'],
  ])('BC-164 writing: %s is %s', (errno, code) => {
    const cause = Object.assign(new Error('/secret/path'), { code: errno });
    const error = toWriteError(cause);
    expect(error).toMatchObject({ code, facts: { errno }, cause });
    expect((error as { toModelText(): string }).toModelText()).not.toMatch(/secret|not found|no result/i);
  });

  it.each([
    ['EACCES', 'source-denied'],
    ['EPERM', 'source-denied'],
    ['EIO', 'source-unreadable'],
    ['EMFILE', 'store-unavailable'],
    ['ESTALE', 'store-unavailable'],
    ['ENOTCONN', 'store-unavailable'],
  ])('BC-164 reading: %s is %s', (errno, code) => {
    const error = toReadError(Object.assign(new Error('/secret/path'), { code: errno }), 'r_00000000');
    expect(error).toMatchObject({ code });
    expect((error as { toModelText(): string }).toModelText()).not.toMatch(/secret|not found|no result/i);
  });

  it('BC-164 what is no failure of the system stays what it is', () => {
    const misuse = new TypeError('misuse');
    expect(toWriteError(misuse)).toBe(misuse);
    expect(toReadError(misuse, 'r_00000000')).toBe(misuse);
    expect(errnoOf(Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_TYPE' }))).toBeUndefined();
  });

  it('BC-164 missing, denied, damaged, expired and malformed are five answers', async () => {
    const { folder, how } = ordinaryFolder();
    const directory = join(folder, 'store');
    const spill = async (byteLength: number): Promise<string> => {
      const options = { store: { directory }, byteLengths: [byteLength] };
      const [answers] = (await runWorker(compiled(), 'trouble', options, how)) as [{ id: string }[]];
      return answers[0]?.id ?? '';
    };
    const read = async (id: string, store: object = {}): Promise<unknown> => {
      const [answer] = await runWorker(compiled(), 'read', { store: { directory, ...store }, scope: 'a', id }, how);
      return (answer as { code?: string }).code ?? 'read';
    };
    const denied = await spill(100);
    const damaged = await spill(200);
    const whole = await spill(300);
    for (const path of objectFolders(directory)) {
      if (path.endsWith(denied)) chmodSync(join(path, 'data'), 0);
      if (path.endsWith(damaged)) truncateSync(join(path, 'data'), 150);
    }
    const codes = [await read(whole), await read('r_00000000'), await read(denied), await read(damaged)];
    codes.push(await read(whole, { ttlMs: 1, clock: 4_000_000_000_000 }), await read('r_!'));
    expect(codes).toEqual([
      'read',
      'handle-unknown',
      'source-denied',
      'source-unreadable',
      'handle-expired',
      'handle-malformed',
    ]);
  });

  it.each([
    ['its metadata is not JSON', (path: string) => writeFileSync(join(path, 'meta.json'), '{"sha256":')],
    ['its metadata is of another kind', (path: string) => writeFileSync(join(path, 'meta.json'), '[]')],
    ['its metadata is gone', (path: string) => rmSync(join(path, 'meta.json'))],
    ['its data is gone', (path: string) => rmSync(join(path, 'data'))],
    ['its data is longer', (path: string) => writeFileSync(join(path, 'data'), 'x'.repeat(20))],
  ])(
    'BC-164 a stored result is damaged, not unknown, when %s; the content can be stored again',
    async (_what, harm) => {
      const store = temporaryStore();
      const { id } = await storeText(store, 'a', 'spoilt');
      for (const path of objectFolders(store.directory)) harm(path);
      await rejectsWith(store.open('a', id), 'source-unreadable');
      expect((await store.list('a')).handles).toEqual([]);
      const again = await storeText(store, 'a', 'spoilt');
      expect(again.id).toHaveLength(id.length + 1);
      expect(again.id.startsWith(id)).toBe(true);
      expect(Buffer.from(await readAll(store, 'a', again.id)).toString()).toBe('spoilt');
    },
  );
});

it('a provenance line that a crash cut short is passed over', async () => {
  const store = temporaryStore();
  const { id } = await storeText(store, 'a', 'twice');
  const [path = ''] = objectFolders(store.directory);
  writeFileSync(join(path, 'provenance.jsonl'), '{"toolName":"second","at":2}\n{"toolName":"thi');
  const source = await store.open('a', id);
  await source.close();
  expect(source.handle.provenance.map(({ toolName }) => toolName)).toEqual(['contract', 'second']);
});

it('provenance grows to a bound and no further', async () => {
  const store = temporaryStore();
  const provenance = { toolName: 'x'.repeat(1000), at: 1 };
  for (let time = 0; time < 20; time++) await storeText(store, 'a', 'often', { provenance });
  const [path = ''] = objectFolders(store.directory);
  const text = readFileSync(join(path, 'provenance.jsonl'), 'utf8');
  expect(text.length).toBeLessThanOrEqual(12_288);
  expect(text.trimEnd().split('\n')).toHaveLength(12);
});
