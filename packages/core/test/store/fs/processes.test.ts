import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAll } from '../../../src/testing/harness.ts';
import { compiledStores } from '../support/compiled-stores.ts';
import { runWorker, startWorker } from '../support/run-worker.ts';
import { temporaryFolder, temporaryStore } from '../support/temporary.ts';

const compiled = compiledStores();

interface Spilled {
  readonly id: string;
  readonly sha256: string;
}

it('BC-174 keeps 4,000 distinct results of 8 processes whose clocks stand still', async () => {
  const directory = join(temporaryFolder({ inMemory: true }), 'store');
  const workers = Array.from({ length: 8 }, (_, number) =>
    runWorker(compiled(), 'spillMany', {
      store: { directory, clock: 1_700_000_000_000 },
      scope: 'shared',
      count: 500,
      number,
    }),
  );
  const spilled = (await Promise.all(workers)).flat() as Spilled[];
  expect(new Set(spilled.map(({ id }) => id)).size).toBe(4000);

  const store = temporaryStore({ directory, now: () => 1_700_000_000_000 });
  for (const { id, sha256 } of spilled) {
    const bytes = await readAll(store, 'shared', id);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
  expect(readdirSync(join(directory, 'tmp'))).toEqual([]);
}, 60_000);

it('a process killed at any moment leaves every acknowledged result whole and nothing half written', async () => {
  const directory = join(temporaryFolder({ inMemory: true }), 'store');
  const acknowledged: Spilled[] = [];
  const killOne = async (number: number): Promise<void> => {
    const worker = startWorker(compiled(), 'spillForever', { store: { directory }, scope: 'killed', number });
    const killSoon = () => setTimeout(() => worker.child.kill('SIGKILL'), (number * 37) % 41);
    // One in four is killed while it makes or joins the store, the others while they spill.
    let isAimed = false;
    for await (const value of worker.values) {
      if (value !== 'ready') acknowledged.push(value as Spilled);
      if (isAimed || (value === 'ready' && number % 4 !== 0)) continue;
      isAimed = true;
      killSoon();
    }
    expect(await worker.ended).toEqual({ code: 'SIGKILL', stderr: '' });
  };
  for (let number = 0; number < 100; number += 4) {
    await Promise.all([0, 1, 2, 3].map((offset) => killOne(number + offset)));
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(75);
  expect(readdirSync(join(directory, 'tmp')).length).toBeGreaterThan(0);

  const store = temporaryStore({ directory });
  const stored = new Map<string, string>();
  let cursor: string | undefined;
  do {
    const page = await store.list('killed', { limit: 500, ...(cursor !== undefined && { cursor }) });
    for (const handle of page.handles) {
      const bytes = await readAll(store, 'killed', handle.id);
      expect(bytes.length).toBe(handle.byteLength);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(handle.sha256);
      stored.set(handle.id, handle.sha256);
    }
    cursor = page.next;
  } while (cursor !== undefined);
  for (const { id, sha256 } of acknowledged) expect(stored.get(id)).toBe(sha256);

  await store.sweep?.();
  expect(readdirSync(join(directory, 'tmp'))).toEqual([]);
}, 60_000);
