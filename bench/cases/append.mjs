import { join } from 'node:path';
import { openRecord } from '@spillway/core';
import { timesAsLong } from '../lib/measure.mjs';
import { recordEvent } from '../lib/record-events.mjs';
import { withScratch } from '../lib/scratch.mjs';

const appendsPerRound = 100;

/**
 * Appends so many events, each once the one before was acknowledged.
 *
 * @param {import('@spillway/core').SessionRecord} record
 * @param {number} count
 */
async function append(record, count) {
  for (let index = 0; index < count; index += 1) await record.append(recordEvent(record.eventCount + 1, 2000));
}

/** @type {import('../lib/row.mjs').Case} */
export const appendCase = {
  name: 'append',
  title: 'An append at event 10,000 of a record, against one at event 10',
  reads: 'Time as a multiple; an event of 2 KB, the next once the one before is with the operating system.',
  run: () =>
    withScratch(async (folder) => {
      const long = await openRecord(join(folder, 'long.jsonl'));
      await append(long, 10_000);
      /** @type {import('@spillway/core').SessionRecord | undefined} */
      let short;
      const value = await timesAsLong({
        rounds: 101,
        warmups: 10,
        prepare: async (round) => {
          await short?.close();
          short = await openRecord(join(folder, `short-${round}.jsonl`));
          await append(short, 10);
          return short;
        },
        subject: () => append(long, appendsPerRound),
        baseline: (record) => append(record, appendsPerRound),
      });
      await short?.close();
      await long.close();
      return [{ name: 'an append', value, must: { atMost: 1.2 } }];
    }),
};
