import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { timesAsLong } from '../lib/measure.mjs';
import { program, withScratch } from '../lib/scratch.mjs';

const MIB = 1024 ** 2;
const mebibytes = 1024;
const rounds = 3;

/**
 * Runs a command with its output into a file, as a shell does with `>`.
 *
 * @param {string} path
 * @param {readonly string[]} argv
 */
function intoFile(path, argv) {
  const file = openSync(path, 'w', 0o600);
  try {
    execFileSync(argv[0] ?? '', argv.slice(1), { stdio: ['ignore', file, 'inherit'] });
  } finally {
    closeSync(file);
  }
}

/**
 * Runs a command through run_command, in a process of its own, and returns what it reports.
 *
 * @param {string} folder
 * @param {string} store
 * @param {readonly string[]} argv
 * @returns {{ grownBytes: number, page: { exitCode: number, stdout: { byteLength: number } } }}
 */
function throughTool(folder, store, argv) {
  const text = execFileSync(process.execPath, [program('run-command.mjs'), folder, store, ...argv], {
    encoding: 'utf8',
  });
  rmSync(store, { recursive: true, force: true });
  const report = JSON.parse(text);
  if (report.page.exitCode !== 0 || report.page.stdout.byteLength < mebibytes * MIB) throw new Error(text);
  return report;
}

/** @type {import('../lib/row.mjs').Case} */
export const commandCase = {
  name: 'command',
  title: 'A command that prints 1 GiB through `run_command`, against the same into a file',
  reads:
    'Speed as a share of the bare command. The first one makes every line that it prints; `cat` only copies, so the second is what capture itself costs: hashing, finding lines and log templates, and storing. Growth of the resident memory at its highest, over the same process after a first command.',
  run: () =>
    withScratch(async (folder) => {
      let grownBytes = 0;
      const source = join(folder, 'source');
      /** @param {(round: number) => readonly string[]} toArgv */
      const speedOf = async (toArgv) =>
        1 /
        (await timesAsLong({
          rounds,
          warmups: 0,
          prepare: (round) => ({ argv: toArgv(round), store: join(folder, `store-${round}`) }),
          subject: ({ argv, store }) => {
            grownBytes = Math.max(grownBytes, throughTool(folder, store, argv).grownBytes);
          },
          baseline: ({ argv }) => intoFile(join(folder, 'bare'), argv),
        }));
      const printing = (/** @type {number} */ round) => [
        process.execPath,
        program('print-log.mjs'),
        String(mebibytes),
        `round-${round}`,
      ];
      const printed = await speedOf(printing);
      intoFile(source, printing(0));
      const copied = await speedOf(() => ['cat', source]);
      return [
        { name: 'a program that prints a log', value: printed, must: { atLeast: 0.5 } },
        { name: '`cat` of a file', value: copied },
        { name: 'memory', value: grownBytes / MIB, unit: 'MB', must: { atMost: 100 } },
      ];
    }),
};
