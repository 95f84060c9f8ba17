import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkRequest } from '../../../src/testing/providers/rules/check-request.ts';
import { startWorker } from '../../store/support/run-worker.ts';
import { temporaryFolder } from '../../store/support/temporary.ts';
import { temporarySession } from '../../support/temporary-session.ts';
import { compiledSession } from './support/compiled-session.ts';

const compiled = compiledSession();
const base = {
  model: 'gpt-test',
  tools: [{ type: 'function', function: { name: 'read_log', parameters: { type: 'object' } } }],
};
const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

interface Said {
  readonly opened?: number;
  readonly seq?: number;
  readonly received?: number;
  readonly turn?: number;
  readonly sha256?: string;
}

/** Runs turns and kills the process a moment after it said so many things. */
async function runAndKill(path: string, turn: number, after: number): Promise<Said[]> {
  const worker = startWorker(compiled(), 'turnsForever', { path, turn });
  const said: Said[] = [];
  for await (const value of worker.values) {
    said.push(value as Said);
    if (said.length === after) setTimeout(() => worker.child.kill('SIGKILL'), after % 5);
  }
  expect(await worker.ended).toEqual({ code: 'SIGKILL', stderr: '' });
  return said;
}

it('kill -9 at random points during 1,000 turns with parallel calls loses no message, and every request is told as it was received', async () => {
  const path = join(temporaryFolder({ inMemory: true }), 'session.jsonl');
  const acknowledged = new Map<number, string>();
  const received = new Map<number, string>();
  let turn = 0;
  for (let kill = 0; turn < 1_000; kill += 1) {
    for (const { seq, received: number, turn: done, sha256 = '' } of await runAndKill(
      path,
      turn,
      150 + ((kill * 197) % 701),
    )) {
      if (seq !== undefined) acknowledged.set(seq, sha256);
      if (number !== undefined) received.set(number, sha256);
      if (done !== undefined) turn = done + 1;
    }
    const { session, close } = await temporarySession({ path });
    expect(checkRequest('openai-chat', await session.build(base))).toEqual([]);
    const [last] = [...received.keys()].slice(-1);
    if (last !== undefined) expect(digest(await session.asSent(last))).toBe(received.get(last));
    await close();
  }
  const { session, record } = await temporarySession({ path });
  const written = new Map<number, string>();
  for await (const { seq, event } of record.events())
    if (event.type === 'message') written.set(seq, digest(event.message));
  for (const [seq, sha256] of acknowledged) expect(written.get(seq)).toBe(sha256);
  for (const [number, sha256] of [...received].filter((_, index) => index % 25 === 0)) {
    expect(digest(await session.asSent(number))).toBe(sha256);
  }
  expect(acknowledged.size).toBeGreaterThan(4_000);
  expect(received.size).toBeGreaterThan(1_900);
}, 180_000);
