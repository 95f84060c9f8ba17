import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startWorker } from '../../store/support/run-worker.ts';
import { temporaryFolder } from '../../store/support/temporary.ts';
import { compiledRecord } from './support/compiled-record.ts';
import { readAll } from './support/read-all.ts';

const compiled = compiledRecord();

interface Acknowledged {
  readonly seq: number;
  readonly turn: number;
  readonly part: number;
}

/** Runs turns and kills the process a moment after so many events were acknowledged. */
async function runAndKill(path: string, after: number): Promise<{ opened: number; acknowledged: Acknowledged[] }> {
  const worker = startWorker(compiled(), 'turnsForever', { path });
  const acknowledged: Acknowledged[] = [];
  let opened = -1;
  for await (const value of worker.values) {
    if ('opened' in (value as object)) opened = (value as { opened: number }).opened;
    else acknowledged.push(value as Acknowledged);
    if (acknowledged.length === after) setTimeout(() => worker.child.kill('SIGKILL'), after % 4);
  }
  expect(await worker.ended).toEqual({ code: 'SIGKILL', stderr: '' });
  return { opened, acknowledged };
}

it('kill -9 at random points during 1,000 turns loses nothing that was acknowledged', async () => {
  const path = join(temporaryFolder({ inMemory: true }), 'session.jsonl');
  const acknowledged: Acknowledged[] = [];
  let turnCount = 0;
  let readCount = 0;
  for (let kill = 0; turnCount < 1000; kill++) {
    const run = await runAndKill(path, (kill * 37) % 131);
    expect(run.opened).toBe(readCount);
    acknowledged.push(...run.acknowledged);
    turnCount += Math.ceil(run.acknowledged.length / 3);
    readCount += (await readAll(path, readCount + 1)).events.length;
  }
  const { events, warnings } = await readAll(path);
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: readCount }, (_, index) => index + 1));
  for (const { seq, turn, part } of acknowledged) expect(events[seq - 1]?.event).toMatchObject({ turn, part });
  expect(warnings.filter(({ kind }) => kind !== 'torn')).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(2500);
}, 180_000);
