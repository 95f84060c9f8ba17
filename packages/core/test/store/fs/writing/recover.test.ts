import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSpillway } from '../../../../src/spillway.ts';
import { plainFacts, readAll } from '../../../../src/testing/harness.ts';
import { compiledStores } from '../../support/compiled-stores.ts';
import { type RunningWorker, startWorker } from '../../support/run-worker.ts';
import { afterwards, temporaryFolder, temporaryStore } from '../../support/temporary.ts';

const compiled = compiledStores();
const newDirectory = (): string => join(temporaryFolder({ inMemory: true }), 'store');

/** Starts a process that writes so many bytes of a result and waits, never finishing it. */
async function begin(directory: string, options: object = {}): Promise<RunningWorker> {
  const usual = { store: { directory }, scope: 'cut', byteLength: 5_000_000, encoding: 'utf-8', ifUnfinished: true };
  const given = { ...usual, ...options };
  const worker = startWorker(compiled(), 'neverFinish', given);
  afterwards(() => worker.child.kill('SIGKILL'));
  for await (const written of worker.values) {
    expect(written).toBeGreaterThanOrEqual(given.byteLength);
    break;
  }
  return worker;
}

async function kill(worker: RunningWorker): Promise<void> {
  worker.child.kill('SIGKILL');
  await worker.ended;
}

const tmpOf = (directory: string): string[] => readdirSync(join(directory, 'tmp'));
const produced = Buffer.from(
  Array.from({ length: 200_000 }, (_, at) => `line ${at + 1} of a result that is never whole\n`).join(''),
);

// Fails when the sweep removes the drafts of the dead before they are stored.
it('BC-111 what a killed process had received is listed by the next one, unfinished, and read like any other', async () => {
  const directory = newDirectory();
  const worker = await begin(directory);
  const store = temporaryStore({ directory });
  expect((await store.list('cut')).handles).toEqual([]);
  await kill(worker);
  const [handle, ...others] = (await store.list('cut')).handles;
  expect(others).toEqual([]);
  expect(handle).toMatchObject({ unfinished: true, shape: 'log', scope: 'cut', provenance: [{ toolName: 'worker' }] });
  const bytes = await readAll(store, 'cut', handle?.id ?? '');
  expect(bytes.length).toBeGreaterThanOrEqual(4_000_000);
  expect(bytes.length).toBe(handle?.byteLength);
  expect(produced.subarray(0, bytes.length).equals(bytes)).toBe(true);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(handle?.sha256);
  expect(handle?.lineCount).toBe(Buffer.from(bytes).toString().split('\n').length - Number(bytes.at(-1) === 10));
  expect((await store.list('other')).handles).toEqual([]);
  await store.sweep?.();
  expect((await store.list('cut')).handles).toHaveLength(1);
  await store.close?.();
  expect(tmpOf(directory)).toEqual([]);
}, 30_000);

it('readers say that more was to come', async () => {
  const directory = newDirectory();
  await kill(await begin(directory));
  const spillway = createSpillway({ store: temporaryStore({ directory }), scope: 'cut' });
  const [read] = spillway.tools();
  const list = await read?.execute({});
  const id = /^(r_\w+) · /m.exec(list?.text ?? '')?.[1];
  expect(list?.text).toContain('1 result on this page');
  const notice = 'the process that received it ended before it was complete: what came after this is not here';
  const start = await read?.execute({ handle: id, lineCount: 1 });
  expect(start?.text).toContain('1| line 1 of a result that is never whole');
  expect(start?.text).not.toContain(notice);
  const offset = Number(start?.page?.byteLength) - 100;
  expect((await read?.execute({ handle: id, offset }))?.text).toContain(notice);
}, 30_000);

it('several that find it at once store it once, and the same bytes produced whole are another result', async () => {
  const directory = newDirectory();
  await kill(await begin(directory));
  const stores = Array.from({ length: 4 }, () => temporaryStore({ directory }));
  await Promise.all(stores.map((store) => store.list('cut')));
  const [store] = stores as [(typeof stores)[0]];
  const [unfinished, ...others] = (await store.list('cut')).handles;
  expect(others).toEqual([]);
  const writer = await store.createWriter('cut', { encoding: 'utf-8' });
  await writer.write(produced.subarray(0, unfinished?.byteLength));
  const whole = await writer.finish(plainFacts());
  expect(whole.sha256).toBe(unfinished?.sha256);
  expect([whole.unfinished, whole.id === unfinished?.id]).toEqual([undefined, false]);
}, 30_000);

it('a sweep stores it too, and it ages like any other', async () => {
  const directory = newDirectory();
  await kill(await begin(directory));
  let now = 1_700_000_000_000;
  const store = temporaryStore({ directory, ttlMs: 1_000_000, now: () => now });
  expect(await store.sweep?.()).toMatchObject({ removed: 0 });
  expect(tmpOf(directory).filter((name) => name.startsWith(`${process.pid}-`))).toEqual(tmpOf(directory));
  expect((await store.list('cut')).handles).toHaveLength(1);
  now += 1_000_001;
  expect(await store.sweep?.()).toMatchObject({ removed: 1 });
}, 30_000);

it('one of which nothing is known is removed, and so is one without a byte on disk', async () => {
  const directory = newDirectory();
  await kill(await begin(directory, { ifUnfinished: false }));
  await kill(await begin(directory, { byteLength: 5_000 }));
  const store = temporaryStore({ directory });
  await store.sweep?.();
  await store.close?.();
  expect(tmpOf(directory)).toEqual([]);
}, 30_000);

it('a result that may not be kept if it holds a key is not begun in a form that outlives its process', async () => {
  const begun = async (keyPolicy: 'redact' | 'refuse'): Promise<boolean> => {
    const directory = newDirectory();
    const spillway = createSpillway({ store: temporaryStore({ directory }), scope: 'cut', budget: { keyPolicy } });
    const capture = spillway.capture({ toolName: 'run' });
    await capture.write(produced.subarray(0, 3_000_000));
    const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
    await capture.abort();
    return names.some((name) => name.endsWith('begun.json'));
  };
  expect([await begun('redact'), await begun('refuse')]).toEqual([true, false]);
});
