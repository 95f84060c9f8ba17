import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ownIdentity } from '../../../../src/system/process-identity.ts';
import { createClock, plainFacts, readAll, rejectsWith, storeText } from '../../../../src/testing/harness.ts';
import { compiledStores } from '../../support/compiled-stores.ts';
import { startWorker } from '../../support/run-worker.ts';
import { temporaryFolder, temporaryStore } from '../../support/temporary.ts';

const compiled = compiledStores();
const dayMs = 86_400_000;

/** Makes the folder of a session that has a draft in it, last changed so long ago. */
function plantSession(directory: string, name: string, agoMs = 0): string {
  const session = join(directory, 'tmp', name);
  mkdirSync(join(session, 'draft-1'), { recursive: true });
  writeFileSync(join(session, 'draft-1', 'data'), 'half');
  const at = new Date(Date.now() - agoMs);
  for (const path of [join(session, 'draft-1', 'data'), join(session, 'draft-1'), session]) utimesSync(path, at, at);
  return session;
}

it('leaves what a live process is writing, and removes what a dead one left', async () => {
  const directory = join(temporaryFolder(), 'store');
  const worker = startWorker(compiled(), 'spillForever', { store: { directory }, scope: 'a', number: 0 });
  const values = worker.values[Symbol.asyncIterator]();
  await values.next();
  await values.next();
  const store = temporaryStore({ directory });
  await store.sweep?.();
  expect(readdirSync(join(directory, 'tmp'))).toEqual([expect.stringMatching(`^${worker.child.pid}-`)]);
  worker.child.kill('SIGKILL');
  await worker.ended;
  await store.sweep?.();
  expect(readdirSync(join(directory, 'tmp'))).toEqual([]);
});

it('leaves its own unfinished result alone, whatever its age', async () => {
  const clock = createClock();
  const store = temporaryStore({ ttlMs: 1000, now: clock.now });
  const writer = await store.createWriter('a');
  await writer.write(Buffer.from('slowly '));
  clock.advance(30 * dayMs);
  await store.sweep?.();
  await writer.write(Buffer.from('written'));
  const { id } = await writer.finish(plainFacts());
  expect(Buffer.from(await readAll(store, 'a', id)).toString()).toBe('slowly written');
});

it('keeps what cannot be asked about until it has been still for a day', async () => {
  const store = temporaryStore();
  await storeText(store, 'a', 'x');
  await store.close?.();
  const { pid, start, host } = ownIdentity();
  const random = '0123456789abcdef0123';
  const names = {
    dead: `99999999-5-${host}-${random}`,
    reused: `${pid}-1-${host}-${random}`,
    elsewhere: `${pid}-${start}-00000000-${random}`,
    elsewhereLong: `${pid}-${start}-00000001-${random}`,
    foreign: 'not-a-session',
    foreignLong: 'not-a-session-either',
  };
  for (const [kind, name] of Object.entries(names)) {
    plantSession(store.directory, name, kind.endsWith('Long') ? dayMs + 60_000 : dayMs - 60_000);
  }
  await store.sweep?.();
  const left = new Set(readdirSync(join(store.directory, 'tmp')));
  const kept = Object.entries(names).filter(([, name]) => left.has(name));
  expect(kept.map(([kind]) => kind)).toEqual(['elsewhere', 'foreign']);
});

it('says how many results it removed and how many bytes that freed', async () => {
  const clock = createClock();
  const store = temporaryStore({ ttlMs: 60_000, now: clock.now });
  for (let number = 0; number < 3; number++) await storeText(store, 'a', `${number}`.repeat(100_000));
  clock.advance(30_000);
  const { id } = await storeText(store, 'b', 'younger');
  clock.advance(30_000);
  const swept = await store.sweep?.();
  expect(swept?.removed).toBe(3);
  expect(swept?.freedBytes).toBeGreaterThanOrEqual(300_000);
  expect(swept?.freedBytes).toBeLessThan(400_000);
  expect((await readAll(store, 'b', id)).length).toBe(7);
  expect(readdirSync(join(store.directory, 'objects'))).toHaveLength(1);
});

it('removes down to a quota that was made smaller', async () => {
  const clock = createClock();
  const store = temporaryStore({ now: clock.now });
  const ids: string[] = [];
  for (let number = 0; number < 4; number++) {
    ids.push((await storeText(store, 'a', `${number}`.repeat(1_048_576))).id);
    clock.advance(60_000);
  }
  const smaller = temporaryStore({ directory: store.directory, now: clock.now, storeBytes: 3 * 1_048_576 });
  expect((await smaller.sweep?.())?.removed).toBe(2);
  expect((await smaller.list('a')).handles.map(({ id }) => id)).toEqual([ids[3], ids[2]]);
});

it('many sweep at once: each result is removed and counted by one', async () => {
  const clock = createClock();
  const store = temporaryStore({ ttlMs: 60_000, now: clock.now });
  for (let number = 0; number < 40; number++) await storeText(store, 'a', `result ${number}`);
  clock.advance(60_000);
  const { directory } = store;
  const sweepers = Array.from({ length: 6 }, () => temporaryStore({ directory, ttlMs: 60_000, now: clock.now }));
  const swept = await Promise.all(sweepers.map((sweeper) => sweeper.sweep?.()));
  expect(swept.reduce((sum, result) => sum + (result?.removed ?? 0), 0)).toBe(40);
});

it('a sweep on the way happens once in a while, by one of all', async () => {
  const clock = createClock();
  const directory = join(temporaryFolder(), 'store');
  const first = temporaryStore({ directory, now: clock.now, ttlMs: 60_000 });
  const { id } = await storeText(first, 'a', 'x');
  await first.close?.();
  clock.advance(60_000);
  const spillInNewStore = async (text: string): Promise<void> => {
    const store = temporaryStore({ directory, now: clock.now, ttlMs: 60_000 });
    await storeText(store, 'b', text);
    await store.close?.();
  };
  const folder = join(directory, 'objects', readdirSync(join(directory, 'objects'))[0] ?? '', id);
  await spillInNewStore('soon after');
  expect(existsSync(folder)).toBe(true);
  const longAgo = new Date(Date.now() - 600_000);
  utimesSync(join(directory, 'swept'), longAgo, longAgo);
  await spillInNewStore('long after');
  expect(existsSync(folder)).toBe(false);
});

it('a store that was never used is not made by a sweep, a list or a read', async () => {
  const store = temporaryStore();
  expect(await store.sweep?.()).toEqual({ removed: 0, freedBytes: 0 });
  expect(await store.list('a')).toEqual({ handles: [] });
  expect(await store.delete('a', 'r_00000000')).toBe(false);
  await rejectsWith(store.open('a', 'r_00000000'), 'handle-unknown');
  await rejectsWith(store.open('a', 'nonsense'), 'handle-malformed');
  await store.close?.();
  expect(existsSync(store.directory)).toBe(false);
});

it('a content that is produced while it is evicted is not lost', async () => {
  const clock = createClock();
  const directory = join(temporaryFolder({ inMemory: true }), 'store');
  const limits = { directory, now: clock.now, storeBytes: 2 * 1_048_576 };
  const producer = temporaryStore(limits);
  const evictor = temporaryStore(limits);
  for (let round = 0; round < 10; round++) {
    const text = 'wanted '.repeat(120_000);
    await storeText(producer, 'a', text).catch(() => {});
    clock.advance(60_000);
    const [produced, evicted] = await Promise.allSettled([
      storeText(producer, 'a', text),
      storeText(evictor, 'b', `${round} `.repeat(400_000)),
    ]);
    expect([produced.status, evicted.status]).toContain('fulfilled');
    if (produced.status === 'fulfilled') {
      expect((await readAll(producer, 'a', produced.value.id)).length).toBe(840_000);
    }
    clock.advance(60_000);
  }
});

it('closing removes its session, and a store that was closed works again', async () => {
  const store = temporaryStore();
  const { id } = await storeText(store, 'a', 'x');
  await store.close?.();
  expect(readdirSync(join(store.directory, 'tmp'))).toEqual([]);
  expect((await readAll(store, 'a', id)).length).toBe(1);
  await storeText(store, 'a', 'y');
  expect(readdirSync(join(store.directory, 'tmp'))).toHaveLength(1);
});

it('an old draft of a small file is removed, a young one is not', async () => {
  const store = temporaryStore();
  await storeText(store, 'a', 'x');
  const anHourAgo = new Date(Date.now() - 3_700_000);
  writeFileSync(join(store.directory, '.new-old'), '');
  writeFileSync(join(store.directory, '.new-young'), '');
  utimesSync(join(store.directory, '.new-old'), anHourAgo, anHourAgo);
  await store.sweep?.();
  expect(existsSync(join(store.directory, '.new-old'))).toBe(false);
  expect(existsSync(join(store.directory, '.new-young'))).toBe(true);
});

it('a result put back after a removal that came too late is read as before', async () => {
  const store = temporaryStore();
  const { id } = await storeText(store, 'a', 'back again');
  const scope = join(store.directory, 'objects', readdirSync(join(store.directory, 'objects'))[0] ?? '');
  renameSync(join(scope, id), join(store.directory, 'elsewhere'));
  await rejectsWith(store.open('a', id), 'handle-unknown');
  renameSync(join(store.directory, 'elsewhere'), join(scope, id));
  expect(readFileSync(join(scope, id, 'data'), 'utf8')).toBe('back again');
  expect((await readAll(store, 'a', id)).length).toBe(10);
  rmSync(scope, { recursive: true });
});
