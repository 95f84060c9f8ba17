import { cpSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rejectsWith, storeText } from '../../../src/testing/harness.ts';
import { temporaryFolder, temporaryStore } from '../support/temporary.ts';

it('lists 10,000 results page by page, newest first, each once', async () => {
  const store = temporaryStore({ directory: join(temporaryFolder({ inMemory: true }), 'store') });
  const { id } = await storeText(store, 'many', 'model of the others');
  const scope = join(store.directory, 'objects', readdirSync(join(store.directory, 'objects'))[0] ?? '');
  const meta = JSON.parse(readFileSync(join(scope, id, 'meta.json'), 'utf8'));
  const ids = Array.from({ length: 9999 }, (_, number) => `r_${String(number).padStart(8, '0')}`);
  ids.forEach((name, number) => {
    const folder = join(scope, name);
    // A thousand of each moment, so that the order needs the id as well.
    const createdAt = meta.createdAt - 86_400_000 + Math.floor(number / 1000) * 1000;
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(folder, 'data'), 'model of the others', { mode: 0o600 });
    writeFileSync(join(folder, 'meta.json'), JSON.stringify({ ...meta, createdAt }), { mode: 0o600 });
    utimesSync(join(folder, 'meta.json'), createdAt / 1000, createdAt / 1000);
  });
  const listed: { id: string; createdAt: number }[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.list('many', { limit: 1000, ...(cursor !== undefined && { cursor }) });
    expect(page.handles.length).toBe(1000);
    listed.push(...page.handles);
    cursor = page.next;
    // What comes meanwhile is newer and does not move the pages.
    if (listed.length === 3000) await storeText(store, 'many', 'meanwhile');
  } while (cursor !== undefined);
  expect(listed.length).toBe(10_000);
  expect(new Set(listed.map((handle) => handle.id))).toEqual(new Set([...ids, id]));
  for (const [at, handle] of listed.entries()) {
    expect(handle.createdAt).toBeLessThanOrEqual(listed[at - 1]?.createdAt ?? Number.POSITIVE_INFINITY);
  }
});

it('takes at most 1,000 a page and 50 where none is said', async () => {
  const store = temporaryStore({ directory: join(temporaryFolder({ inMemory: true }), 'store') });
  const { id } = await storeText(store, 'a', 'x');
  const scope = join(store.directory, 'objects', readdirSync(join(store.directory, 'objects'))[0] ?? '');
  for (let number = 0; number < 1001; number++) {
    cpSync(join(scope, id), join(scope, `r_${String(number).padStart(8, '0')}`), { recursive: true });
  }
  expect((await store.list('a')).handles).toHaveLength(50);
  expect((await store.list('a', { limit: 5000 })).handles).toHaveLength(1000);
});

it('refuses a list cursor with any one character changed', async () => {
  const store = temporaryStore();
  for (let number = 0; number < 3; number++) await storeText(store, 'a', `result ${number}`);
  const { next = '' } = await store.list('a', { limit: 1 });
  expect(next).toMatch(/^l_[0-9a-z]+$/);
  expect((await store.list('a', { limit: 5, cursor: next })).handles).toHaveLength(2);
  for (let at = 0; at < next.length; at++) {
    for (const character of '0zk_-A') {
      if (next[at] === character) continue;
      const changed = next.slice(0, at) + character + next.slice(at + 1);
      await rejectsWith(store.list('a', { cursor: changed }), 'cursor-malformed');
    }
  }
});
