import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { logStream } from '../lib/inputs.mjs';
import { timesAsLong } from '../lib/measure.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { openSpillway } from '../lib/spillway.mjs';
import { openTools } from '../lib/tools.mjs';

const pagedMebibytes = 10_240;
/** Line 5,000,000 is near its end. */
const jumpMebibytes = 390;
const pageBytes = 60_000;

/** @type {import('../lib/row.mjs').Case} */
export const filesCase = {
  name: 'files',
  title: 'A page at the end of a file of 10 GiB against one at its start, and the first jump to a line against `wc -l`',
  reads: 'Time as a multiple of the other; each page opens the file anew.',
  run: () =>
    withScratch(async (folder) => {
      const spillway = openSpillway(join(folder, 'store'), { fsync: false });
      const { call } = openTools(spillway, folder);
      const big = join(folder, 'big.log');
      await writeFile(big, logStream('files', pagedMebibytes));
      const byteLength = statSync(big).size;
      const cursorAt = async (/** @type {number} */ offset) => {
        const { page } = await call('read_file', { path: 'big.log', offset, byteCount: 100 });
        return { path: 'big.log', cursor: page?.next };
      };
      const atStart = await cursorAt(0);
      const atEnd = await cursorAt(byteLength - pageBytes);
      const options = { rounds: 41, warmups: 5, prepare: () => undefined };
      const byCursor = await timesAsLong({
        ...options,
        subject: () => call('read_file', atEnd),
        baseline: () => call('read_file', atStart),
      });
      const tail = await timesAsLong({
        ...options,
        subject: () => call('tail_file', { path: 'big.log' }),
        baseline: () => call('read_file', { path: 'big.log' }),
      });
      // A name of its own for each round: what one scan found is remembered for a file.
      const jump = await timesAsLong({
        rounds: 7,
        warmups: 1,
        prepare: async (round) => {
          const name = `jump-${round % 2}.log`;
          await writeFile(join(folder, name), logStream('jump', jumpMebibytes));
          return name;
        },
        subject: (name) => call('read_file', { path: name, startLine: 5_000_000, lineCount: 10 }),
        baseline: (name) => execFileSync('wc', ['-l', join(folder, name)]),
      });
      await spillway.close();
      return [
        { name: 'page at the end, by cursor', value: byCursor, must: { atMost: 1.5 } },
        { name: 'the last lines', value: tail, must: { atMost: 3 } },
        { name: 'first jump to line 5,000,000', value: jump, must: { atMost: 2 } },
      ];
    }),
};
