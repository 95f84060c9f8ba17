import { join } from 'node:path';
import { logStream } from '../lib/inputs.mjs';
import { timesAsLong } from '../lib/measure.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { openSpillway } from '../lib/spillway.mjs';

const mebibytes = 4096;
const pageBytes = 60_000;

/** @type {import('../lib/row.mjs').Case} */
export const pagesCase = {
  name: 'pages',
  title: 'A page at the end of a stored result of 4 GiB, against one at its start',
  reads: 'Time as a multiple of the first page; each page opens the result anew.',
  run: () =>
    withScratch(async (folder) => {
      const spillway = openSpillway(join(folder, 'store'), { fsync: false });
      const { handle } = await spillway.bound(logStream('pages', mebibytes), { toolName: 'bench' });
      const reader = spillway.tools().find(({ name }) => name === 'read_result');
      if (!handle?.lineCount || !reader) throw new Error('nothing was stored, or nothing can read it');
      /** @param {object} place */
      const read = async (place) => {
        const { isError, text } = await reader.execute({ handle: handle.id, ...place });
        if (isError) throw new Error(text);
      };
      const at = { offset: handle.byteLength - pageBytes };
      const line = { startLine: handle.lineCount - 500 };
      const options = { rounds: 41, warmups: 5, prepare: () => undefined };
      const byOffset = await timesAsLong({ ...options, subject: () => read(at), baseline: () => read({ offset: 0 }) });
      const byLine = await timesAsLong({
        ...options,
        subject: () => read(line),
        baseline: () => read({ startLine: 1 }),
      });
      await spillway.close();
      return [
        { name: 'by byte offset', value: byOffset, must: { atMost: 1.5 } },
        { name: 'by line number', value: byLine, must: { atMost: 1.5 } },
      ];
    }),
};
