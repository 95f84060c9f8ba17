import { join } from 'node:path';
import { hashAndWrite } from '../baselines/hash-and-write.mjs';
import { logStream, logText, marked } from '../lib/inputs.mjs';
import { timesAsLong } from '../lib/measure.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { openSpillway } from '../lib/spillway.mjs';

const rounds = 7;
const context = { toolName: 'bench' };

/**
 * What is bounded, and the same bytes for Node.
 *
 * @typedef {{ name: string, make: (mark: string) => { result: () => unknown, chunks: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array> } }} Input
 */

/**
 * @param {number} mebibytes
 * @returns {Input}
 */
function stringInput(mebibytes) {
  const log = logText(mebibytes);
  return {
    name: `a string of ${mebibytes} MB`,
    make: (mark) => {
      const text = marked(mark, log);
      return { result: () => text, chunks: () => [Buffer.from(text)] };
    },
  };
}

/**
 * @param {number} mebibytes
 * @returns {Input}
 */
function streamInput(mebibytes) {
  return {
    name: `a stream of ${mebibytes} MB`,
    make: (mark) => ({ result: () => logStream(mark, mebibytes), chunks: () => logStream(mark, mebibytes) }),
  };
}

/**
 * @param {Input} input
 * @param {boolean} fsync
 */
function speedOf(input, fsync) {
  return withScratch(async (folder) => {
    const spillway = openSpillway(join(folder, 'store'), { fsync });
    /** @type {Map<string, Set<string | undefined>>} */
    const digests = new Map();
    /** @param {string} path @param {string | undefined} digest */
    const note = (path, digest) => digests.set(path, (digests.get(path) ?? new Set()).add(digest));
    const time = await timesAsLong({
      rounds,
      prepare: (round) => ({ ...input.make(`round ${round}`), path: join(folder, `round-${round}`) }),
      subject: async ({ result, path }) => note(path, (await spillway.bound(result(), context)).handle?.sha256),
      baseline: async ({ chunks, path }) => note(path, await hashAndWrite(path, chunks(), { fsync })),
    });
    await spillway.close();
    if ([...digests.values()].some(({ size }) => size !== 1)) throw new Error('the stored bytes are not the same');
    return 1 / time;
  });
}

/** @type {import('../lib/row.mjs').Case} */
export const boundCase = {
  name: 'bound',
  title: 'Bounding a log, against Node hashing and writing the same bytes',
  reads:
    "Speed as a share of Node's. Besides hashing and writing, Spillway measures, finds line starts and log templates, and makes the notice.",
  async run() {
    const rows = [];
    for (const input of [stringInput(10), stringInput(64), streamInput(64)]) {
      for (const fsync of [false, true]) {
        const must = input.name.startsWith('a stream') && !fsync ? { atLeast: 0.5 } : undefined;
        const value = await speedOf(input, fsync);
        rows.push({ name: `${input.name}, fsync ${fsync ? 'on' : 'off'}`, value, ...(must && { must }) });
      }
    }
    return rows;
  },
};
