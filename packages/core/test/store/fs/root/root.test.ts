import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAll, rejectsWith, storeText } from '../../../../src/testing/harness.ts';
import { temporaryFolder, temporaryStore } from '../../support/temporary.ts';

it('marks its folder with a version and a secret of its own', async () => {
  const store = temporaryStore();
  const other = temporaryStore();
  const first = await storeText(store, 'a', 'same');
  const second = await storeText(other, 'a', 'same');
  expect(JSON.parse(readFileSync(join(store.directory, 'format'), 'utf8'))).toEqual({
    format: 'spillway-store',
    version: 1,
  });
  expect(statSync(join(store.directory, 'key')).size).toBe(32);
  expect(first.id).not.toBe(second.id);
});

it('refuses a store of a newer version, to read and to write, and says so', async () => {
  const store = temporaryStore();
  const { id } = await storeText(store, 'a', 'x');
  writeFileSync(join(store.directory, 'format'), '{"format":"spillway-store","version":2}');
  const older = temporaryStore({ directory: store.directory });
  for (const work of [() => older.createWriter('a'), () => older.open('a', id), () => older.list('a')]) {
    const error = await rejectsWith(work(), 'store-unavailable');
    expect(error.facts).toEqual({ version: 2, knownVersion: 1 });
    expect(error.message).toContain('is a store of version 2; this program knows version 1: update it');
    expect(error.toModelText()).toBe('The store for full results was written by a newer version of this program.');
  }
});

it.each(['', '{}', '{"format":"other","version":1}', '{"format":"spillway-store","version":"1"}', 'null'])(
  'refuses a folder whose format file is %j',
  async (text) => {
    const store = temporaryStore();
    await storeText(store, 'a', 'x');
    writeFileSync(join(store.directory, 'format'), text);
    await rejectsWith(temporaryStore({ directory: store.directory }).createWriter('a'), 'store-insecure');
  },
);

it('refuses a store whose secret is gone or cut, instead of giving the same content another id', async () => {
  const store = temporaryStore();
  await storeText(store, 'a', 'x');
  writeFileSync(join(store.directory, 'key'), 'short');
  await rejectsWith(temporaryStore({ directory: store.directory }).createWriter('a'), 'store-insecure');
  rmSync(join(store.directory, 'key'));
  writeFileSync(join(store.directory, 'key'), 'x'.repeat(33));
  await rejectsWith(temporaryStore({ directory: store.directory }).createWriter('a'), 'store-insecure');
});

it('finishes a folder whose making was cut short', async () => {
  const directory = join(temporaryFolder(), 'store');
  mkdirSync(join(directory, 'tmp'), { recursive: true });
  writeFileSync(join(directory, '.new-0123'), 'half');
  writeFileSync(join(directory, 'key'), 'k'.repeat(32));
  const store = temporaryStore({ directory });
  const { id } = await storeText(store, 'a', 'x');
  expect((await readAll(store, 'a', id)).length).toBe(1);
  expect(existsSync(join(directory, 'format'))).toBe(true);
  expect(readFileSync(join(directory, 'key'), 'utf8')).toBe('k'.repeat(32));
});

it('many that make one folder at once agree on its secret', async () => {
  const directory = join(temporaryFolder(), 'store');
  const stores = Array.from({ length: 10 }, () => temporaryStore({ directory }));
  const handles = await Promise.all(stores.map((store) => storeText(store, 'a', 'same')));
  expect(new Set(handles.map(({ id }) => id)).size).toBe(1);
});

it('a store in a work tree is ignored by git, one outside has no ignore file', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'repository', '.git'), { recursive: true });
  const inside = temporaryStore({ directory: join(folder, 'repository', 'deep', 'store') });
  const outside = temporaryStore({ directory: join(folder, 'store') });
  await storeText(inside, 'a', 'x');
  await storeText(outside, 'a', 'x');
  expect(readFileSync(join(inside.directory, '.gitignore'), 'utf8')).toBe('*\n');
  expect(existsSync(join(outside.directory, '.gitignore'))).toBe(false);
});

it("works with the disk's own durability", async () => {
  const store = temporaryStore({ durability: 'fsync' });
  const { id } = await storeText(store, 'a', 'durable');
  await storeText(store, 'a', 'durable');
  expect(Buffer.from(await readAll(store, 'a', id)).toString()).toBe('durable');
});
