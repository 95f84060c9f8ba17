import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runWorker } from '../../store/support/run-worker.ts';
import { temporaryFolder } from '../../store/support/temporary.ts';
import { chat } from '../../support/temporary-session.ts';
import { compiledSession } from './support/compiled-session.ts';

const compiled = compiledSession();
const megabyte = 1_000_000;
const line = '2026-11-30T03:00:00Z INFO [w3] served request id=100001 status=200 took=16ms\n';

/** Writes turns with results of 1 to 5 MB and one argument of 1 MB, as somebody did who bounded nothing. */
function writeRecord(path: string, byteLength: number): { messages: number; results: number } {
  const file = openSync(path, 'wx', 0o600);
  writeSync(file, '{"type":"record","version":1,"at":"2026-11-30T00:00:00.000Z"}\n');
  let seq = 0;
  let results = 0;
  for (let written = 0; written < byteLength; results += 1) {
    const id = `call_${results}`;
    const text = `${results} ${line.repeat(Math.ceil(((1 + (results % 5)) * megabyte) / line.length))}`;
    const args = JSON.stringify({
      path: `/home/alice/${results}`,
      text: text.slice(0, results % 8 === 0 ? megabyte : 10),
    });
    for (const message of [chat.user('go on'), chat.call(id, args), chat.result(id, text)]) {
      seq += 1;
      const event = { seq, at: '2026-11-30T00:00:00.000Z', event: { type: 'message', message } };
      written += writeSync(file, `${JSON.stringify(event)}\n`);
    }
  }
  closeSync(file);
  return { messages: seq, results };
}

it('BC-057 a record of 700 MB with results of 1 to 5 MB is healed and built with a heap of 256 MB', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'session.jsonl');
  const { messages, results } = writeRecord(path, 700 * megabyte);
  const options = { path, store: join(folder, 'store') };
  const [told] = await runWorker(compiled(), 'healLarge', options, {
    env: { NODE_OPTIONS: '--max-old-space-size=256' },
  });
  expect(told).toMatchObject({ messages, healed: results });
  const { bytes, peakBytes } = told as { bytes: number; peakBytes: number };
  expect(bytes).toBeLessThan(results * 4_000);
  expect(peakBytes).toBeLessThan(450 * megabyte);
}, 180_000);
