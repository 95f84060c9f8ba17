import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openRecord } from '../../../src/recover/record/open-record.ts';
import { lockRecord } from '../../../src/recover/record/record-lock.ts';
import { ownIdentity } from '../../../src/system/process-identity.ts';
import { runWorker, startWorker } from '../../store/support/run-worker.ts';
import { afterwards, temporaryFolder } from '../../store/support/temporary.ts';
import { compiledRecord } from './support/compiled-record.ts';
import { outline, readAll } from './support/read-all.ts';

const compiled = compiledRecord();
const recordIn = (folder: string): string => join(folder, 'session.jsonl');

/** Makes the claim of another writer, which says that it holds unless it has nothing to say. */
function plantClaim(path: string, who: { pid?: number; start?: string; host?: string }, text?: string): string {
  const { pid, start, host } = { ...ownIdentity(), ...who };
  const claim = join(`${path}.lock`, `${pid}-${start}-${host}-0123456789abcdef0123`);
  mkdirSync(`${path}.lock`, { recursive: true });
  writeFileSync(claim, text ?? JSON.stringify({ pid, host: 'build-7', since: '2026-11-30T03:39:17.000Z' }));
  return claim;
}

describe('session-busy', () => {
  it('names the process, its machine and since when, here and in another process', async () => {
    const path = recordIn(temporaryFolder());
    const before = new Date().toISOString();
    const record = await openRecord(path);
    const busy = {
      code: 'session-busy',
      facts: { path, pid: process.pid, host: hostname(), since: expect.any(String) },
    };
    const here = await openRecord(path).catch((error) => error);
    expect(here).toMatchObject(busy);
    expect(here.facts.since >= before).toBe(true);
    expect(here.message).toBe(
      `the record ${path} is open in process ${process.pid} on ${hostname()} since ${here.facts.since}; close it there first; that is this process`,
    );
    const [, elsewhere] = await runWorker(compiled(), 'openWhen', { path, go: path, stop: path });
    expect(elsewhere).toEqual(busy);
    await record.close();
    await (await openRecord(path)).close();
  });

  it('is told of a holder that cannot be asked about, with what to do', async () => {
    const path = recordIn(temporaryFolder());
    const claim = plantClaim(path, { pid: 4711, host: '00000000' });
    const facts = { path, pid: 4711, host: 'build-7', since: '2026-11-30T03:39:17.000Z' };
    const message = expect.stringMatching(/if that process is gone, try again in 60 seconds$/);
    await expect(openRecord(path)).rejects.toMatchObject({ code: 'session-busy', facts, message });
    expect(existsSync(claim)).toBe(true);
  });

  it('is told when someone never finds out whether it holds', async () => {
    const path = recordIn(temporaryFolder());
    plantClaim(path, {}, '');
    const facts = { path, pid: process.pid, host: null, since: null };
    await expect(openRecord(path)).rejects.toMatchObject({ code: 'session-busy', facts });
  });
});

describe('a lock that is left behind', () => {
  it.each([
    ['by a process that is dead', { pid: 99_999_999 }],
    ['by a process whose number went to another', { start: '1' }],
  ])('%s is taken over at once', async (_what, who) => {
    const path = recordIn(temporaryFolder());
    plantClaim(path, who);
    const record = await openRecord(path);
    expect(readdirSync(`${path}.lock`)).toHaveLength(1);
    await record.close();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it('by one that cannot be asked about is taken over after its last sign of life', async () => {
    const path = recordIn(temporaryFolder());
    const claim = plantClaim(path, { host: '00000000' });
    utimesSync(claim, new Date(), new Date(Date.now() - 61_000));
    await (await openRecord(path)).close();
    expect(existsSync(claim)).toBe(false);
  });

  it('by a process that was killed is taken over at once, and nothing it acknowledged is lost', async () => {
    const path = recordIn(temporaryFolder());
    const worker = startWorker(compiled(), 'turnsForever', { path });
    const acknowledged: number[] = [];
    for await (const value of worker.values) {
      const { seq } = value as { seq?: number };
      if (seq !== undefined) acknowledged.push(seq);
      if (acknowledged.length === 30) worker.child.kill('SIGKILL');
    }
    await worker.ended;
    const record = await openRecord(path);
    afterwards(() => record.close());
    expect(record.eventCount).toBeGreaterThanOrEqual(Math.max(...acknowledged));
  });
});

describe('the holder', () => {
  it('gives signs of life', async () => {
    const path = recordIn(temporaryFolder());
    const lock = await lockRecord(path, 600);
    const [name = ''] = readdirSync(`${path}.lock`);
    const claim = join(`${path}.lock`, name);
    utimesSync(claim, new Date(0), new Date(0));
    while (statSync(claim).mtimeMs < 1_000_000) await delay(10);
    await lock.assertHeld();
    await lock.release();
  });

  it('that was taken for dead notices before it writes, and writes nothing', async () => {
    const path = recordIn(temporaryFolder());
    const lock = await lockRecord(path, 6);
    rmSync(`${path}.lock`, { recursive: true });
    await delay(10);
    await expect(lock.assertHeld()).rejects.toMatchObject({ code: 'record-unwritable' });
    await lock.release();
  });

  it('leaves what others keep in the lock folder alone', async () => {
    const path = recordIn(temporaryFolder());
    const record = await openRecord(path);
    writeFileSync(join(`${path}.lock`, 'notes.txt'), 'mine');
    await record.close();
    expect(readdirSync(`${path}.lock`)).toEqual(['notes.txt']);
    await (await openRecord(path)).close();
  });
});

describe('processes that open one record', () => {
  it('at the same moment, beside what a dead one left: one gets it, the others are told who has it', async () => {
    for (let round = 0; round < 4; round++) {
      const folder = temporaryFolder();
      const path = recordIn(folder);
      plantClaim(path, { pid: 99_999_999 });
      const [go, stop] = [join(folder, 'go'), join(folder, 'stop')];
      const workers = Array.from({ length: 4 }, () => startWorker(compiled(), 'openWhen', { path, go, stop }));
      const values = workers.map((worker) => worker.values[Symbol.asyncIterator]());
      await Promise.all(values.map((iterator) => iterator.next()));
      writeFileSync(go, '');
      const told = await Promise.all(values.map(async (iterator) => (await iterator.next()).value as object));
      writeFileSync(stop, '');
      await Promise.all(workers.map(({ ended }) => ended));
      const winners = told.flatMap((value, index) => ('opened' in value ? [workers[index]?.child.pid] : []));
      expect(winners).toHaveLength(1);
      const busy = { code: 'session-busy', facts: expect.objectContaining({ path, pid: winners[0] }) };
      expect(told.filter((value) => !('opened' in value))).toEqual([busy, busy, busy]);
      expect((await readAll(path)).events.map(({ event }) => event.by)).toEqual(winners);
    }
  });

  it('in turns, hundreds of times, never write at the same time', async () => {
    const path = recordIn(temporaryFolder({ inMemory: true }));
    const workers = [0, 1, 2].map((number) => runWorker(compiled(), 'takeTurns', { path, number, rounds: 100 }));
    const told = (await Promise.all(workers)).flat() as number[];
    expect(told.sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
    const { seqs, kinds } = await outline(path);
    expect(seqs).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
    expect(kinds).toEqual([]);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it('in turns, and are killed at any moment of that, never write at the same time', async () => {
    const path = recordIn(temporaryFolder({ inMemory: true }));
    const acknowledged: number[] = [];
    const killOne = async (kill: number): Promise<void> => {
      const { child, values, ended } = startWorker(compiled(), 'takeTurns', { path, number: kill, rounds: 1_000_000 });
      let isAimed = false;
      for await (const seq of values) {
        acknowledged.push(seq as number);
        if (!isAimed) setTimeout(() => child.kill('SIGKILL'), (kill * 7) % 23);
        isAimed = true;
      }
      expect(await ended).toEqual({ code: 'SIGKILL', stderr: '' });
    };
    for (let kill = 0; kill < 40; kill += 4) await Promise.all([0, 1, 2, 3].map((offset) => killOne(kill + offset)));
    const { seqs, kinds } = await outline(path);
    expect(seqs).toEqual(Array.from(seqs, (_, index) => index + 1));
    expect(kinds.filter((kind) => kind !== 'torn')).toEqual([]);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    expect(Math.max(...acknowledged)).toBeLessThanOrEqual(seqs.length);
    await (await openRecord(path)).close();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it('in one process, many at once: one gets it', async () => {
    const path = recordIn(temporaryFolder());
    const opened = await Promise.allSettled(Array.from({ length: 20 }, () => openRecord(path)));
    const records = opened.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
    expect(records).toHaveLength(1);
    for (const result of opened) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'session-busy' });
    }
    await records[0]?.close();
  });
});
