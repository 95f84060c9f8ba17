import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { program, root, withScratch } from '../lib/scratch.mjs';

const MIB = 1024 ** 2;
const large = 2048;

/** @param {string} folder */
function streamGrowth(folder) {
  const args = [program('stream-memory.mjs'), String(large), join(folder, 'stream')];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' })) / MIB;
}

/**
 * The highest memory of a `spillway exec` whose command writes so many mebibytes.
 *
 * @param {string} folder
 * @param {number} mebibytes
 */
function execMemory(folder, mebibytes) {
  const report = join(folder, `memory-${mebibytes}`);
  const command = join(root, 'packages/cli/bin/spillway.mjs');
  const writer = [process.execPath, program('write-log.mjs'), String(mebibytes)];
  execFileSync(
    process.execPath,
    ['--import', program('report-memory.mjs'), command, 'exec', '--store', join(folder, 'exec'), '--', ...writer],
    { env: { ...process.env, SPILLWAY_BENCH_MEMORY: report }, stdio: 'ignore' },
  );
  return Number(readFileSync(report, 'utf8')) / MIB;
}

/** @type {import('../lib/row.mjs').Case} */
export const memoryCase = {
  name: 'memory',
  title: 'Memory for a result of 2 GiB',
  reads:
    'Growth of the resident memory at its highest: for the stream, over the process before it; for `exec`, over the same command writing one line.',
  run: () =>
    withScratch(async (folder) => {
      const stream = streamGrowth(folder);
      const exec = execMemory(folder, large) - execMemory(folder, 0);
      return [
        { name: 'a stream through `bound`', value: stream, unit: 'MB', must: { atMost: 100 } },
        { name: 'a command through `spillway exec`', value: exec, unit: 'MB', must: { atMost: 100 } },
      ];
    }),
};
