import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rejectsWith, storeText } from '../../../../src/testing/harness.ts';
import { temporaryFolder, temporaryStore } from '../../support/temporary.ts';

/** Puts many copies of one stored result beside it, some of each moment, and returns their ids, newest first. */
async function plantCopies(store: ReturnType<typeof temporaryStore>, count: number): Promise<string[]> {
  const { id } = await storeText(store, 'many', 'model of the others');
  const scope = join(store.directory, 'objects', readdirSync(join(store.directory, 'objects'))[0] ?? '');
  const meta = JSON.parse(readFileSync(join(scope, id, 'meta.json'), 'utf8'));
  const planted: string[] = [];
  for (let number = 0; number < count - 1; number++) {
    const copy = `r_${String((number * 7919) % count).padStart(8, '0')}`;
    const folder = join(scope, copy);
    // The later in the row the older; a hundred of each moment, so that the order needs the id as well.
    const createdAt = meta.createdAt - 1000 - Math.floor(number / 100) * 1000;
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(folder, 'data'), 'model of the others', { mode: 0o600 });
    writeFileSync(join(folder, 'meta.json'), JSON.stringify({ ...meta, createdAt }), { mode: 0o600 });
    utimesSync(join(folder, 'meta.json'), createdAt / 1000, createdAt / 1000);
    planted.push(copy);
  }
  const groups = Array.from({ length: Math.ceil(planted.length / 100) }, (_, at) =>
    planted.slice(at * 100, at * 100 + 100),
  );
  return [id, ...groups.flatMap((group) => group.sort())];
}

async function idsByPage(store: ReturnType<typeof temporaryStore>, limit: number, pages: number): Promise<string[][]> {
  const listed: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await store.list('many', { limit, ...(cursor !== undefined && { cursor }) });
    listed.push(page.handles.map(({ id }) => id));
    cursor = page.next;
    // What comes meanwhile is newer and does not move the pages.
    await storeText(store, 'many', `meanwhile ${listed.length}`);
  } while (cursor !== undefined && listed.length < pages);
  return listed;
}

it('lists 10,000 results newest first', async () => {
  const store = temporaryStore({ directory: join(temporaryFolder({ inMemory: true }), 'store') });
  const ids = await plantCopies(store, 10_000);
  const pages = await idsByPage(store, 150, 4);
  expect(pages.map((page) => page.length)).toEqual([150, 150, 150, 150]);
  expect(pages.flat()).toEqual(ids.slice(0, 600));
});

it('lists all of 1,101 results page by page, each once', async () => {
  const store = temporaryStore({ directory: join(temporaryFolder({ inMemory: true }), 'store') });
  const ids = await plantCopies(store, 1101);
  expect((await idsByPage(store, 500, 100)).flat()).toEqual(ids);
  expect((await store.list('many')).handles).toHaveLength(50);
  expect((await store.list('many', { limit: 5000 })).handles).toHaveLength(1000);
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
