import { readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { within } from '../../../src/store/fs/disk/secure-directory.ts';
import { removeObject } from '../../../src/store/fs/room/removal.ts';
import type { FsContext } from '../../../src/store/fs/root/context.ts';
import { StoreRoot } from '../../../src/store/fs/root/root.ts';
import { Session } from '../../../src/store/fs/root/session.ts';
import { defaultStoreLimits } from '../../../src/store/limits.ts';
import { readAll, rejectsWith, storeText } from '../../../src/testing/harness.ts';
import { temporaryStore } from '../support/temporary.ts';

const start = 1_700_000_000_000;

function scopeFolder(directory: string): string {
  const [name = ''] = readdirSync(join(directory, 'objects'));
  return join(directory, 'objects', name);
}

/*
 * What another process does between two steps of this one is done here by the clock, which both steps ask: the same
 * calls of the system in the same order, at the one moment that matters.
 */

/** Removes a result, while `meanwhile` happens after it was found old enough and before it leaves its place. */
async function removeWhile(
  directory: string,
  id: string,
  reason: 'evicted' | 'expired' | 'deleted',
  meanwhile: () => void,
): Promise<string> {
  let isAsked = false;
  const context: FsContext = {
    root: new StoreRoot(directory),
    session: new Session(() => 0),
    limits: { ...defaultStoreLimits, ttlMs: 60_000 },
    durability: 'none',
    now: () => {
      if (!isAsked) meanwhile();
      isAsked = true;
      return start + 60_000;
    },
    emit: () => {},
  };
  const outcome = await within(context.root.openToWrite(), (root) =>
    within(root.openChild('objects'), async (objects) => {
      const [scopeName = ''] = readdirSync(objects.at());
      return within(objects.openChild(scopeName), async (scope) => {
        const removal = await removeObject(context, { root, scope, scopeName, id }, reason);
        await context.session.remove(root);
        return removal.outcome;
      });
    }),
  );
  await context.root.close();
  return outcome;
}

it.each(['evicted', 'expired'] as const)(
  'a result that is produced again while it is being %s is put back',
  async (reason) => {
    const store = temporaryStore({ now: () => start });
    const { id } = await storeText(store, 'a', 'wanted');
    const data = join(scopeFolder(store.directory), id, 'data');
    const use = () => utimesSync(data, (start + 59_000) / 1000, (start + 59_000) / 1000);
    expect(await removeWhile(store.directory, id, reason, use)).toBe('kept');
    expect(Buffer.from(await readAll(store, 'a', id)).toString()).toBe('wanted');
    rmSync(join(scopeFolder(store.directory), id), { recursive: true });
    await rejectsWith(store.open('a', id), 'handle-unknown');
  },
);

it('a result that is pinned while it is being evicted is put back, one that is deleted is not', async () => {
  const store = temporaryStore({ now: () => start });
  const { id } = await storeText(store, 'a', 'wanted');
  const pin = () => writeFileSync(join(scopeFolder(store.directory), id, 'pinned'), '');
  expect(await removeWhile(store.directory, id, 'evicted', pin)).toBe('kept');
  expect((await readAll(store, 'a', id)).length).toBe(6);
  expect(await removeWhile(store.directory, id, 'deleted', () => {})).toBe('removed');
  await rejectsWith(store.open('a', id), 'handle-evicted');
});

it('a result that nobody wants meanwhile is removed', async () => {
  const store = temporaryStore({ now: () => start });
  const { id } = await storeText(store, 'a', 'unwanted');
  expect(await removeWhile(store.directory, id, 'evicted', () => {})).toBe('removed');
  expect(await removeWhile(store.directory, id, 'evicted', () => {})).toBe('missing');
});

it('a content that is evicted while it is found to be stored is stored anew', async () => {
  let meanwhile = () => {};
  const store = temporaryStore({
    now: () => {
      meanwhile();
      return start;
    },
  });
  const { id } = await storeText(store, 'a', 'wanted');
  await store.close?.();
  const folder = join(scopeFolder(store.directory), id);
  let asked = 0;
  meanwhile = () => {
    // First for the metadata of the draft, then for the use of what is there.
    if (++asked === 2) renameSync(folder, join(store.directory, 'tmp', 'trash'));
  };
  const again = await storeText(store, 'a', 'wanted');
  expect(asked).toBeGreaterThanOrEqual(2);
  expect(again.id).toBe(id);
  expect(Buffer.from(await readAll(store, 'a', id)).toString()).toBe('wanted');
  expect(readFileSync(join(folder, 'data'), 'utf8')).toBe('wanted');
});

it('a scope that a sweeper removes before a result arrives is made again', async () => {
  const store = temporaryStore();
  const { id } = await storeText(store, 'a', 'first');
  await store.delete('a', id);
  rmSync(scopeFolder(store.directory), { recursive: true });
  const later = await storeText(store, 'a', 'second');
  expect((await readAll(store, 'a', later.id)).length).toBe(6);
});
