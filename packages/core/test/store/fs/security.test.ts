import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scopeFolderName } from '../../../src/store/fs/disk/layout.ts';
import { SecureDirectory } from '../../../src/store/fs/disk/secure-directory.ts';
import { createFile } from '../../../src/store/fs/disk/secure-file.ts';
import { plainFacts, readAll, rejectsWith, storeText } from '../../../src/testing/harness.ts';
import { compiledStores } from '../support/compiled-stores.ts';
import { runWorker } from '../support/run-worker.ts';
import { afterwards, temporaryFolder, temporaryStore } from '../support/temporary.ts';

const compiled = compiledStores();

/** Everything in a folder, links not followed, as `kind mode path`. */
function modesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const stats = lstatSync(join(entry.parentPath, entry.name));
    return `${entry.isDirectory() ? 'folder' : 'file'} ${(stats.mode & 0o777).toString(8)}`;
  });
}

/** A file and a folder that must not be touched. */
function victims(folder: string): { file: string; folder: string; assertUntouched(): void } {
  const file = join(folder, 'victim.txt');
  const inside = join(folder, 'victim');
  writeFileSync(file, 'precious');
  mkdirSync(inside, { mode: 0o755 });
  const before = lstatSync(file);
  return {
    file,
    folder: inside,
    assertUntouched(): void {
      expect(readFileSync(file, 'utf8')).toBe('precious');
      expect(lstatSync(file).mtimeMs).toBe(before.mtimeMs);
      expect(lstatSync(file).mode).toBe(before.mode);
      expect(readdirSync(inside)).toEqual([]);
    },
  };
}

describe('BC-085 files are 0600 in folders of 0700', () => {
  it.each([0o000, 0o022, 0o077, 0o277])('BC-085 whatever the umask, such as %i', async (umask) => {
    const directory = join(temporaryFolder(), 'store');
    const options = { store: { directory, ttlMs: 60_000 }, umask, byteLengths: [10, 40_000_000, 10] };
    const [answers] = await runWorker(compiled(), 'trouble', options);
    expect(answers).toHaveLength(3);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    const modes = new Set(modesIn(directory));
    expect(modes).toEqual(new Set(['folder 700', 'file 600']));
    expect(existsSync(join(directory, 'objects', scopeFolderName('a')))).toBe(true);
  });

  it('BC-085 folders above the store that were missing are made for this user alone', async () => {
    const folder = temporaryFolder();
    const options = { store: { directory: join(folder, 'a', 'b', 'store') }, umask: 0, byteLengths: [10] };
    await runWorker(compiled(), 'trouble', options);
    for (const path of ['a', 'a/b', 'a/b/store']) expect(statSync(join(folder, path)).mode & 0o777).toBe(0o700);
  });

  it('BC-085 a folder of ours that others may use is closed to them', async () => {
    const directory = join(temporaryFolder(), 'store');
    mkdirSync(directory);
    chmodSync(directory, 0o777);
    const store = temporaryStore({ directory });
    await storeText(store, 'a', 'private');
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    chmodSync(join(directory, 'objects'), 0o755);
    await storeText(store, 'a', 'private too');
    expect(statSync(join(directory, 'objects')).mode & 0o777).toBe(0o700);
    chmodSync(directory, 0o770);
    await storeText(store, 'a', 'private as well');
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  it('BC-085 a folder of another user is refused', async () => {
    // Only root can give a folder away; any other user finds one that is not his at the top.
    const isRoot = process.geteuid?.() === 0;
    const directory = isRoot ? join(temporaryFolder(), 'store') : '/usr';
    if (isRoot) {
      mkdirSync(directory, { mode: 0o777 });
      chownSync(directory, 65_534, 65_534);
    }
    const error = await rejectsWith(temporaryStore({ directory }).createWriter('a'), 'store-insecure');
    expect(error.message).toContain(directory);
    expect(error.message).toContain('Fix: ');
    expect(error.toModelText()).not.toContain(directory);
  });
});

describe('BC-086 nothing is written through a link that someone planted', () => {
  it('BC-086 the store folder itself: refused, with the fix', async () => {
    const folder = temporaryFolder();
    const { folder: victim, assertUntouched } = victims(folder);
    symlinkSync(victim, join(folder, 'store'));
    const store = temporaryStore({ directory: join(folder, 'store') });
    const error = await rejectsWith(store.createWriter('a'), 'store-insecure');
    expect(error.message).toContain('is a symbolic link');
    expect(error.message).toContain('Fix: name the folder it points to');
    await rejectsWith(store.open('a', 'r_00000000'), 'store-insecure');
    assertUntouched();
  });

  it('BC-086 a link above the store folder is the business of who made it', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'linked'));
    const store = temporaryStore({ directory: join(folder, 'linked', 'store') });
    const { id } = await storeText(store, 'a', 'through a parent');
    expect(Buffer.from(await readAll(store, 'a', id)).toString()).toBe('through a parent');
    expect(existsSync(join(folder, 'real', 'store', 'key'))).toBe(true);
  });

  it.each(['objects', 'tmp', 'key', 'format'])(
    'BC-086 %s in the store folder, to a file and to a folder',
    async (name) => {
      for (const kind of ['file', 'folder'] as const) {
        const folder = temporaryFolder();
        const victim = victims(folder);
        mkdirSync(join(folder, 'store'));
        symlinkSync(victim[kind], join(folder, 'store', name));
        const store = temporaryStore({ directory: join(folder, 'store') });
        await rejectsWith(storeText(store, 'a', 'x'), 'store-insecure');
        victim.assertUntouched();
      }
    },
  );

  it.each(['swept', '.gitignore'])('BC-086 %s, which is left alone', async (name) => {
    const folder = temporaryFolder();
    const victim = victims(folder);
    mkdirSync(join(folder, 'store'));
    mkdirSync(join(folder, '.git'));
    symlinkSync(victim.file, join(folder, 'store', name));
    const store = temporaryStore({ directory: join(folder, 'store') });
    const { id } = await storeText(store, 'a', 'x');
    await store.sweep?.();
    expect((await readAll(store, 'a', id)).length).toBe(1);
    victim.assertUntouched();
  });

  it('BC-086 a scope folder, and the folder of a result: the result is stored under another id', async () => {
    const folder = temporaryFolder();
    const victim = victims(folder);
    const store = temporaryStore({ directory: join(folder, 'store') });
    const { id } = await storeText(store, 'a', 'predicted');
    const scope = join(store.directory, 'objects', scopeFolderName('a'));
    rmSync(join(scope, id), { recursive: true });
    symlinkSync(victim.folder, join(scope, id));
    const again = await storeText(store, 'a', 'predicted');
    expect(again.id).not.toBe(id);
    expect(Buffer.from(await readAll(store, 'a', again.id)).toString()).toBe('predicted');
    victim.assertUntouched();

    symlinkSync(victim.folder, join(store.directory, 'objects', scopeFolderName('b')));
    await rejectsWith(storeText(store, 'b', 'x'), 'store-insecure');
    victim.assertUntouched();
  });

  it('BC-086 the provenance and the pin of a result', async () => {
    for (const [name, use] of [
      ['provenance.jsonl', 'spill'],
      ['pinned', 'pin'],
    ] as const) {
      const folder = temporaryFolder();
      const victim = victims(folder);
      const store = temporaryStore({ directory: join(folder, 'store') });
      const { id } = await storeText(store, 'a', 'same');
      symlinkSync(victim.file, join(store.directory, 'objects', scopeFolderName('a'), id, name));
      if (use === 'spill') expect((await storeText(store, 'a', 'same')).id).not.toBe(id);
      else await store.pin?.('a', id);
      victim.assertUntouched();
    }
  });

  it('BC-086 the folder of tombstones, and a tombstone', async () => {
    const folder = temporaryFolder();
    const victim = victims(folder);
    const store = temporaryStore({ directory: join(folder, 'store') });
    const { id } = await storeText(store, 'a', 'gone soon');
    const tombstones = join(store.directory, 'tombstones', scopeFolderName('a'));
    mkdirSync(tombstones, { recursive: true });
    symlinkSync(victim.file, join(tombstones, `${id}.deleted.9`));
    expect(await store.delete('a', id)).toBe(true);
    victim.assertUntouched();
    rmSync(join(store.directory, 'tombstones'), { recursive: true });
    symlinkSync(victim.folder, join(store.directory, 'tombstones'));
    const other = await storeText(store, 'a', 'stays');
    await rejectsWith(store.delete('a', other.id), 'store-insecure');
    victim.assertUntouched();
  });

  it('BC-086 a folder that is swapped for a link while a result is written', async () => {
    const folder = temporaryFolder();
    const victim = victims(folder);
    const store = temporaryStore({ directory: join(folder, 'store') });
    await storeText(store, 'a', 'before');
    for (const name of ['objects', 'tmp']) {
      const path = join(store.directory, name);
      const writer = await store.createWriter('a');
      await writer.write(Buffer.from(`while ${name} is swapped`));
      renameSync(path, `${folder}/${name}`);
      symlinkSync(victim.folder, path);
      await writer.finish(plainFacts()).catch((error) => expect(error.code).toBe('store-insecure'));
      await writer.abort();
      rmSync(path);
      renameSync(`${folder}/${name}`, path);
      victim.assertUntouched();
    }
    renameSync(store.directory, `${folder}/elsewhere`);
    symlinkSync(victim.folder, store.directory);
    await rejectsWith(store.createWriter('a'), 'store-insecure');
    victim.assertUntouched();
  });

  it('BC-086 a folder of ours that is no store is not written into, whenever it takes the place of one', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'documents'), { mode: 0o700 });
    writeFileSync(join(folder, 'documents', 'letter.txt'), 'dear');
    const error = await rejectsWith(
      temporaryStore({ directory: join(folder, 'documents') }).createWriter('a'),
      'store-insecure',
    );
    expect(error.message).toContain('is not empty and not a store');

    const store = temporaryStore({ directory: join(folder, 'store') });
    await storeText(store, 'a', 'before');
    renameSync(store.directory, join(folder, 'away'));
    renameSync(join(folder, 'documents'), store.directory);
    await rejectsWith(store.createWriter('a'), 'store-insecure');
    expect(readdirSync(store.directory)).toEqual(['letter.txt']);
  });

  it('BC-086 a planted pipe does not make a reader wait', async () => {
    const store = temporaryStore();
    const { id } = await storeText(store, 'a', 'x');
    const data = join(store.directory, 'objects', scopeFolderName('a'), id, 'data');
    rmSync(data);
    execFileSync('mkfifo', [data]);
    await rejectsWith(store.open('a', id), 'store-insecure');
  });
});

describe('BC-172 no handle leads out of the store', () => {
  it.each([
    ['its data', 'data'],
    ['its metadata', 'meta.json'],
    ['its folder', ''],
  ])('BC-172 a link in the place of %s is refused', async (_what, name) => {
    const folder = temporaryFolder();
    const store = temporaryStore({ directory: join(folder, 'store') });
    const { id } = await storeText(store, 'a', 'secret');
    const { id: other } = await storeText(store, 'b', 'secret');
    const place = join(store.directory, 'objects', scopeFolderName('a'), id, name);
    const target = join(store.directory, 'objects', scopeFolderName('b'), other, name);
    rmSync(place, { recursive: true });
    symlinkSync(target, place);
    await rejectsWith(store.open('a', id), 'store-insecure');
    expect((await store.list('a')).handles).toEqual([]);
  });

  it("BC-172 a result of one scope put into the folder of another is not that other scope's", async () => {
    const store = temporaryStore();
    const { id } = await storeText(store, 'a', 'secret');
    await storeText(store, 'b', 'other');
    const place = (scope: string) => join(store.directory, 'objects', scopeFolderName(scope), id);
    execFileSync('cp', ['-r', place('a'), place('b')]);
    await rejectsWith(store.open('b', id), 'source-unreadable');
    expect((await store.list('b')).handles).toHaveLength(1);
  });

  it.each(['../a', 'r_../../../x', '/etc/passwd', 'r_00000000/../../key', 'r_0000000\0', '.', ''])(
    'BC-172 %j is no id',
    async (id) => {
      const store = temporaryStore();
      await storeText(store, 'a', 'x');
      await rejectsWith(store.open('a', id), 'handle-malformed');
      await rejectsWith(store.delete('a', id), 'handle-malformed');
    },
  );

  it('BC-172 a scope is never a path', async () => {
    const folder = temporaryFolder();
    const store = temporaryStore({ directory: join(folder, 'store') });
    for (const scope of ['..', '../../escape', '/tmp/escape', 'a/b', 'CON', '.', 'ä'.repeat(1000), 'A', 'a']) {
      const { id } = await storeText(store, scope, `of ${scope}`);
      expect(Buffer.from(await readAll(store, scope, id)).toString()).toBe(`of ${scope}`);
    }
    expect(readdirSync(folder)).toEqual(['store']);
    const names = readdirSync(join(store.directory, 'objects'));
    expect(names).toHaveLength(9);
    for (const name of names) expect(name).toMatch(/^[a-z0-9-]{16,49}$/);
    expect(names.filter((name) => name.startsWith('a-'))).toHaveLength(3);
  });
});

describe('SecureDirectory without descriptors', () => {
  it('tells of a directory that was swapped, after it made a file', async () => {
    const folder = temporaryFolder();
    const victim = victims(folder);
    mkdirSync(join(folder, 'ours'), { mode: 0o700 });
    const directory = await SecureDirectory.open(join(folder, 'ours'), { viaDescriptor: false });
    afterwards(() => directory.close());
    await (await createFile(directory, 'before')).close();
    renameSync(join(folder, 'ours'), join(folder, 'moved'));
    symlinkSync(victim.folder, join(folder, 'ours'));
    await rejectsWith(createFile(directory, 'after'), 'store-insecure');
    await rejectsWith(directory.openChild('child', { create: true }), 'store-insecure');
  });

  it('reaches a directory through its descriptor where the system has them', async () => {
    const folder = temporaryFolder();
    const victim = victims(folder);
    mkdirSync(join(folder, 'ours'), { mode: 0o700 });
    const directory = await SecureDirectory.open(join(folder, 'ours'));
    afterwards(() => directory.close());
    renameSync(join(folder, 'ours'), join(folder, 'moved'));
    symlinkSync(victim.folder, join(folder, 'ours'));
    const isLinux = process.platform === 'linux';
    const made = createFile(directory, 'after').then((file) => file.close());
    if (!isLinux) return void (await rejectsWith(made, 'store-insecure'));
    await made;
    expect(existsSync(join(folder, 'moved', 'after'))).toBe(true);
    victim.assertUntouched();
  });

  it('takes names, not paths', async () => {
    const directory = await SecureDirectory.open(temporaryFolder());
    afterwards(() => directory.close());
    for (const name of ['..', 'a/b', '', '\0', 'a\\b']) expect(() => directory.at(name)).toThrow(TypeError);
  });
});

it('a hard link planted in the place of the key is read at most', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'key'), 'p'.repeat(32), { mode: 0o644 });
  mkdirSync(join(folder, 'store'), { mode: 0o700 });
  linkSync(join(folder, 'key'), join(folder, 'store', 'key'));
  const store = temporaryStore({ directory: join(folder, 'store') });
  const { id } = await storeText(store, 'a', 'x');
  expect((await readAll(store, 'a', id)).length).toBe(1);
  expect(readFileSync(join(folder, 'key'), 'utf8')).toBe('p'.repeat(32));
  expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o644);
});
