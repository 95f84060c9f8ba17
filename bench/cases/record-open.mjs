import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { openRecord } from '@spillway/core';
import { timesAsLong } from '../lib/measure.mjs';
import { recordEvent } from '../lib/record-events.mjs';
import { program, withScratch } from '../lib/scratch.mjs';

const MIB = 1024 ** 2;
const recordBytes = 500_000_000;
const eventCharacters = 64 * 1024;

/**
 * Writes a record of so many bytes.
 *
 * @param {string} path
 * @param {number} byteLength
 */
async function writeRecord(path, byteLength) {
  const record = await openRecord(path);
  while (record.byteLength < byteLength) await record.append(recordEvent(record.eventCount + 1, eventCharacters));
  await record.close();
}

/** @param {string} path */
async function openAndClose(path) {
  await (await openRecord(path)).close();
}

/** @type {import('../lib/row.mjs').Case} */
export const recordOpenCase = {
  name: 'record-open',
  title: 'A record of 500 MB, with a heap of 256 MB',
  reads:
    'The highest resident memory of a process that opens it, reads it through and appends to it; and the time that opening it to write takes, as a multiple of opening a record with one event.',
  run: () =>
    withScratch(async (folder) => {
      const [large, small] = [join(folder, 'large.jsonl'), join(folder, 'small.jsonl')];
      await writeRecord(large, recordBytes);
      await writeRecord(small, 1000);
      const args = ['--max-old-space-size=256', program('record-memory.mjs'), large];
      const memory = Number(execFileSync(process.execPath, args, { encoding: 'utf8' })) / MIB;
      const time = await timesAsLong({
        rounds: 101,
        warmups: 10,
        prepare: () => undefined,
        subject: () => openAndClose(large),
        baseline: () => openAndClose(small),
      });
      return [
        { name: 'opened, read through, appended to', value: memory, unit: 'MB', must: { atMost: 300 } },
        { name: 'opened to write', value: time, must: { atMost: 1.5 } },
      ];
    }),
};
