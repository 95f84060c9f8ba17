import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { logStream, logText } from '../lib/inputs.mjs';
import { timesAsLong } from '../lib/measure.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { openSpillway } from '../lib/spillway.mjs';
import { openTools } from '../lib/tools.mjs';

const mebibytes = 1024;
/** As grep_files searches, so that both read the same bytes. */
const sameFlags = ['--no-config', '--text', '--encoding=none', '--no-ignore', '--hidden', '--line-number', '--mmap'];
const leftOut = ['--glob=!**/.git/', '--glob=!**/node_modules/'];
const options = { rounds: 11, warmups: 2, prepare: () => undefined };

/** Runs ripgrep with what it prints read from a pipe. @param {string} command @param {string[]} args */
async function runRipgrep(command, args) {
  const child = spawn(command, [...sameFlags, ...leftOut, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.resume();
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`ripgrep ended with ${code}`);
}

/** The ripgrep that grep_files runs. */
async function ripgrepCommand() {
  const tools = createRequire(import.meta.resolve('@spillway/tools'));
  const { rgPath } = await import(tools.resolve('@vscode/ripgrep'));
  return rgPath;
}

/** @param {string} folder */
async function writeInputs(folder) {
  mkdirSync(join(folder, 'one'));
  mkdirSync(join(folder, 'many'));
  await writeFile(join(folder, 'one/app.log'), logStream('needle at the start', mebibytes));
  const text = logText(1);
  for (let at = 0; at < mebibytes; at += 1) {
    await writeFile(join(folder, `many/${at}.log`), at % 100 === 0 ? `needle\n${text}` : text);
  }
}

/** @type {readonly { name: string, path: string, pattern: string, flags?: string[] }[]} */
const searches = [
  { name: 'one file, a literal with 1 match', path: 'one', pattern: 'needle' },
  { name: 'one file, an expression with 1 match', path: 'one', pattern: 'n[e]+dle at \\w+' },
  { name: 'one file, a literal in every 25th line', path: 'one', pattern: 'WARN' },
  { name: '1,024 files, a literal in 11 of them', path: 'many', pattern: 'needle' },
  { name: '1,024 files, a literal in every 25th line', path: 'many', pattern: 'WARN' },
];

/** @type {import('../lib/row.mjs').Case} */
export const searchCase = {
  name: 'search',
  title: 'A search over 1 GiB of logs, against ripgrep with the same flags',
  reads:
    'Time as a multiple of ripgrep printing the matching lines into a pipe; grep_files answers with a page and the counts. Both have ripgrep map the files, which by itself it does for ten files at most.',
  run: () =>
    withScratch(async (folder) => {
      await writeInputs(folder);
      const spillway = openSpillway(join(folder, 'store'), { fsync: false });
      const { call } = openTools(spillway, folder);
      const command = await ripgrepCommand();
      const rows = [];
      for (const { name, path, pattern } of searches) {
        const subject = async () => {
          const { text } = await call('grep_files', { pattern, path });
          if (text.includes('at least')) throw new Error(text.slice(0, 500));
        };
        const baseline = () => runRipgrep(command, ['-e', pattern, '--', join(folder, path)]);
        rows.push({ name, value: await timesAsLong({ ...options, subject, baseline }), must: { atMost: 1.3 } });
      }
      await spillway.close();
      return rows;
    }),
};
