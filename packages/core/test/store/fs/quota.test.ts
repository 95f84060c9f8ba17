import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SpillwayEvent } from '../../../src/events.ts';
import { createClock, plainFacts, readAll, rejectsWith, storeText } from '../../../src/testing/harness.ts';
import { compiledStores } from '../support/compiled-stores.ts';
import { diskUsage } from '../support/disk-usage.ts';
import { startWorker, valuesOf } from '../support/run-worker.ts';
import { temporaryFolder, temporaryStore } from '../support/temporary.ts';

const compiled = compiledStores();
const mebibyte = 1_048_576;

const bytesOf = (number: number, byteLength = mebibyte) => Buffer.alloc(byteLength, `${number} `);

it('BC-077 eight processes that fill a store of 10 MiB never pass it', async () => {
  const directory = join(temporaryFolder({ inMemory: true }), 'store');
  const storeBytes = 10 * mebibyte;
  const workers = Array.from({ length: 8 }, (_, number) =>
    startWorker(compiled(), 'fill', {
      // Fast enough that some results are old enough to be evicted, and others are not.
      store: { directory, storeBytes, speed: 20 },
      scope: `scope ${number % 3}`,
      byteLength: 300_000 + number * 100_000,
      milliseconds: 2500,
      number,
    }),
  );
  let highest = 0;
  let samples = 0;
  let isRunning = true;
  const done = Promise.all(workers.map(valuesOf)).finally(() => {
    isRunning = false;
  });
  while (isRunning) {
    // All stand still for the count: what one of them moves or replaces meanwhile would be counted twice.
    for (const { child } of workers) child.kill('SIGSTOP');
    highest = Math.max(highest, diskUsage(directory));
    for (const { child } of workers) child.kill('SIGCONT');
    samples++;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const outcomes = (await done).flat() as { stored: number; full: number; other: string[] }[];
  expect(outcomes.flatMap(({ other }) => other)).toEqual([]);
  expect(highest).toBeLessThanOrEqual(storeBytes);
  expect(highest).toBeGreaterThan(storeBytes / 2);
  expect(samples).toBeGreaterThan(100);
  expect(outcomes.reduce((sum, { stored }) => sum + stored, 0)).toBeGreaterThan(20);
});

it('BC-077 one endless result stops at the quota, and says where', async () => {
  const store = temporaryStore({ storeBytes: 10 * mebibyte });
  const writer = await store.createWriter('a');
  const endless = async (): Promise<never> => {
    for (let number = 0; ; number++) await writer.write(bytesOf(number, 65_536));
  };
  const error = await rejectsWith(endless(), 'store-full');
  expect(error.facts).toEqual({ limitName: 'storeBytes', limitBytes: 10 * mebibyte });
  expect(writer.byteLength).toBeGreaterThan(9 * mebibyte);
  expect(diskUsage(store.directory)).toBeLessThanOrEqual(10 * mebibyte);
  await writer.abort();
  expect(diskUsage(store.directory)).toBeLessThan(mebibyte);
  await storeText(store, 'a', bytesOf(1, 8 * mebibyte));
});

it('BC-077 what is being written is counted before it is there', async () => {
  const { directory, ...first } = temporaryStore({ storeBytes: 10 * mebibyte });
  const store = temporaryStore({ directory, storeBytes: 10 * mebibyte });
  const other = temporaryStore({ directory, storeBytes: 10 * mebibyte });
  expect(first).toBeDefined();
  const writer = await store.createWriter('a');
  await writer.write(bytesOf(1, 6 * mebibyte));
  await rejectsWith(storeText(other, 'a', bytesOf(2, 5 * mebibyte)), 'store-full');
  await writer.abort();
  await storeText(other, 'a', bytesOf(2, 5 * mebibyte));
});

it('a process keeps within its own quota by evicting its own oldest, and never what others stored', async () => {
  const clock = createClock();
  const directory = join(temporaryFolder(), 'store');
  const other = temporaryStore({ directory, now: clock.now });
  const foreign = await storeText(other, 'a', bytesOf(100));
  clock.advance(60_000);
  const store = temporaryStore({ directory, now: clock.now, processStoreBytes: 3 * mebibyte });
  const ids: string[] = [];
  for (let number = 0; number < 4; number++) {
    ids.push((await storeText(store, 'a', bytesOf(number))).id);
    clock.advance(60_000);
  }
  await rejectsWith(store.open('a', ids[0] ?? ''), 'handle-evicted');
  expect((await readAll(store, 'a', foreign.id)).length).toBe(mebibyte);
  await store.pin?.('a', ids[1] ?? '');
  await storeText(store, 'a', bytesOf(4));
  expect((await readAll(store, 'a', ids[1] ?? '')).length).toBe(mebibyte);
  await rejectsWith(store.open('a', ids[2] ?? ''), 'handle-evicted');
  const full = await rejectsWith(storeText(store, 'a', bytesOf(5, 4 * mebibyte)), 'store-full');
  expect(full.facts.limitName).toBe('processStoreBytes');
});

it('a result of exactly the process quota is kept', async () => {
  const store = temporaryStore({ processStoreBytes: 3 * mebibyte });
  const { id } = await storeText(store, 'a', bytesOf(1, 3 * mebibyte));
  expect((await readAll(store, 'a', id)).length).toBe(3 * mebibyte);
  expect(await store.delete('a', id)).toBe(true);
  await storeText(store, 'a', bytesOf(2, 3 * mebibyte));
});

it('the same content again takes no room', async () => {
  const store = temporaryStore({ storeBytes: 10 * mebibyte });
  for (let time = 0; time < 5; time++) await storeText(store, 'a', bytesOf(1, 4 * mebibyte));
  await storeText(store, 'a', bytesOf(2, 4 * mebibyte));
});

it('tells of each result it evicts', async () => {
  const clock = createClock();
  const events: SpillwayEvent[] = [];
  const onEvent = (event: SpillwayEvent) => {
    events.push(event);
    throw new Error('a listener that fails');
  };
  const store = temporaryStore({ storeBytes: 3 * mebibyte, now: clock.now, onEvent });
  const { id } = await storeText(store, 'a', bytesOf(1));
  clock.advance(60_000);
  await storeText(store, 'a', bytesOf(2, 2 * mebibyte));
  expect(events).toEqual([{ type: 'handle-evicted', at: 1_700_000_060_000, handleId: id, byteLength: mebibyte }]);
});

it('a reservation that a crash of the machine spoilt counts as what was written', async () => {
  const directory = join(temporaryFolder(), 'store');
  const store = temporaryStore({ directory, storeBytes: 10 * mebibyte });
  const writer = await store.createWriter('a');
  await writer.write(bytesOf(1, 6 * mebibyte));
  const [session = ''] = readdirSync(join(directory, 'tmp'));
  writeFileSync(join(directory, 'tmp', session, 'reserved'), '\0'.repeat(24));
  const other = temporaryStore({ directory, storeBytes: 10 * mebibyte });
  await rejectsWith(storeText(other, 'a', bytesOf(2, 5 * mebibyte)), 'store-full');
  await storeText(other, 'a', bytesOf(2, 2 * mebibyte));
  await writer.finish(plainFacts());
});

it('what is on its way out is counted until it is gone', async () => {
  const directory = join(temporaryFolder(), 'store');
  const store = temporaryStore({ directory, storeBytes: 10 * mebibyte });
  await storeText(store, 'a', 'x');
  const [session = ''] = readdirSync(join(directory, 'tmp'));
  mkdirSync(join(directory, 'tmp', session, `trash-${6 * mebibyte}-0123456789abcdef0123`));
  await rejectsWith(storeText(store, 'a', bytesOf(1, 5 * mebibyte)), 'store-full');
  await storeText(store, 'a', bytesOf(1, 2 * mebibyte));
});

it('what is in use is stated again when the statement was deleted', async () => {
  const directory = join(temporaryFolder(), 'store');
  const store = temporaryStore({ directory });
  const first = await store.createWriter('a');
  await first.write(bytesOf(1, 2 * mebibyte));
  rmSync(join(directory, 'tmp'), { recursive: true });
  const second = await store.createWriter('a');
  const [session = ''] = readdirSync(join(directory, 'tmp'));
  const reserved = Number(readFileSync(join(directory, 'tmp', session, 'reserved'), 'latin1').slice(0, 16));
  expect(reserved).toBeGreaterThanOrEqual(2 * mebibyte + 2 * 24_576);
  await first.abort();
  await second.abort();
});

it('tombstones take no room and do not grow without end', async () => {
  const store = temporaryStore({ directory: join(temporaryFolder({ inMemory: true }), 'store') });
  await storeText(store, 'a', 'x');
  const { id } = await storeText(store, 'a', 'y');
  await store.delete('a', id);
  const [scope = ''] = readdirSync(join(store.directory, 'tombstones'));
  const folder = join(store.directory, 'tombstones', scope);
  for (let number = 0; number < 4200; number++) writeFileSync(join(folder, `r_${10_000_000 + number}.evicted.1`), '');
  await store.sweep?.();
  expect(readdirSync(folder)).toHaveLength(4096);
  expect(diskUsage(folder)).toBeLessThan(mebibyte);
});
