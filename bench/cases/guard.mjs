import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMatcher, createPace, fileTarget, openFileSource, scanMatches } from '@spillway/core';
import { logStream } from '../lib/inputs.mjs';
import { timesAsLong } from '../lib/measure.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { openSpillway } from '../lib/spillway.mjs';

const rounds = 5;
const mebibytes = 1_024;
const context = { toolName: 'bench' };

/**
 * Bounds one log twice, with the guard and without it, each into a store of its own; what was stored is removed at once.
 *
 * @param {string} folder
 */
function boundTime(folder) {
  const on = openSpillway(join(folder, 'on'), { fsync: false });
  const off = openSpillway(join(folder, 'off'), { fsync: false, includeKeys: true });
  /** @param {import('@spillway/core').Spillway} spillway @param {string} mark */
  const bound = async (spillway, mark) => {
    const { handle } = await spillway.bound(logStream(mark, mebibytes), context);
    if (handle === undefined) throw new Error('nothing was stored');
    await spillway.store.delete('bench', handle.id);
  };
  return timesAsLong({
    rounds,
    prepare: (round) => `round ${round}`,
    subject: (mark) => bound(on, mark),
    baseline: (mark) => bound(off, mark),
  });
}

/**
 * Searches a live file of so many mebibytes to its end, with the guard and without it.
 *
 * @param {string} folder
 */
async function searchTime(folder) {
  const path = join(folder, 'searched.log');
  await writeFile(path, logStream('searched', mebibytes));
  /** @param {import('@spillway/core').KeyMode} keys */
  const search = async (keys) => {
    const file = await openFileSource(path);
    const target = await fileTarget(file, { keys, countLines: false });
    const limits = { maxScanBytes: Infinity, maxScanMs: Infinity, maxKept: 0, pace: createPace(undefined) };
    const matcher = createMatcher({ pattern: 'no such line', literal: true }, 'utf-8');
    await scanMatches(target, matcher, { offset: 0, line: 1 }, limits);
    await file.close();
  };
  return timesAsLong({
    rounds,
    prepare: () => undefined,
    subject: () => search('redact'),
    baseline: () => search('include'),
  });
}

/** @type {import('../lib/row.mjs').Case} */
export const guardCase = {
  name: 'guard',
  title: 'The key guard over 1 GiB, against the same work without it',
  reads: 'Time with the guard as a multiple of the time with `--include-keys`; the log holds no key.',
  run: () =>
    withScratch(async (folder) => [
      { name: 'bounding a stream', value: await boundTime(folder), must: { atMost: 1.3 } },
      { name: 'searching a live file for a literal', value: await searchTime(folder) },
    ]),
};
