import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleLog } from '../../packages/cli/test/support/sample-log.ts';
import {
  buildSpillway,
  createSandbox,
  handleIn,
  type Ran,
  run,
  type Sandbox,
  script,
  spillway,
} from '../../packages/cli/test/support/spillway.ts';

let sandbox: Sandbox;
let elsewhere: string;
/** What was printed when the sample was stored, and its handle. */
let notice: string;
let handle: string;
const store = async (input: string | Uint8Array, args: string[] = []): Promise<Ran> =>
  spillway(sandbox, ['pipe', ...args], { input });
const cli = (...args: string[]) => spillway(sandbox, args);
/** Runs a printed command as it stands, as an agent's shell would, in a folder that has nothing to do with it. */
const sh = (line: string) => run('sh', ['-c', line], { cwd: elsewhere, env: sandbox.env });

beforeAll(async () => {
  await buildSpillway();
  sandbox = createSandbox();
  elsewhere = join(sandbox.folder, 'else where');
  mkdirSync(elsewhere);
  notice = (await store(sampleLog, ['--max-result-bytes', '2048'])).stdout.toString();
  handle = handleIn(notice);
});
afterAll(() => sandbox.remove());

describe('printed commands', () => {
  it('run verbatim from another directory, and show the rarest line', async () => {
    const commands = notice.split('\n').filter((line) => / (?:read|grep) r_/.test(line));
    expect(commands).toHaveLength(2);
    const answers = await Promise.all(commands.map(sh));
    expect(answers.map(({ code }) => code)).toEqual([0, 0]);
    for (const { stdout } of answers)
      expect(stdout.toString()).toMatch(/\n3211[|:] .*ERROR.* \[pay\] ledger \$& mismatch\n/);
  });

  it('lead from page to page to the last line', async () => {
    const shown: string[] = [];
    let page = (await cli('read', handle, '--line-count', '1300')).stdout.toString();
    for (;;) {
      const rows = page.split('\n');
      shown.push(...rows.slice(1, -2).map((row) => row.replace(/^\d+\| /, '')));
      const command = /^\[END OF PAGE \w+\] next: (.*)$/.exec(rows.at(-2) ?? '')?.[1];
      if (command === undefined) break;
      page = (await sh(command)).stdout.toString();
    }
    expect(shown.join('\n')).toBe(sampleLog);
  });

  it('name the store when it is not the usual one', async () => {
    const other = join(sandbox.folder, "other store's");
    const ran = await store(sampleLog, ['--store', other, '--max-result-bytes', '2048']);
    const command =
      ran.stdout
        .toString()
        .split('\n')
        .find((line) => / read r_/.test(line)) ?? '';
    expect(command).toContain('--store');
    expect((await sh(command)).stdout.toString()).toContain('INFO served');
    expect((await cli('read', handleIn(ran.stdout))).code).toBe(2);
  });

  it('of a file name it by its absolute path', async () => {
    const file = join(sandbox.folder, "it's a log.txt");
    writeFileSync(file, sampleLog);
    const page = (await cli('read', file, '--line-count', '2')).stdout.toString();
    const command = /next: (.*)$/m.exec(page)?.[1] ?? '';
    expect((await sh(command)).stdout.toString()).toContain('3| INFO served id=10002');
    const grep = await cli('grep', "it's a log.txt", 'INFO', '--max-result-bytes', '1024');
    const more = /next: (.*)$/m.exec(grep.stdout.toString())?.[1] ?? '';
    expect((await sh(more)).code).toBe(0);
  });

  it('ends quietly when its reader has gone', async () => {
    const big = handleIn((await store(sampleLog.repeat(20))).stdout);
    const ran = await sh(`'${process.execPath}' '${script}' read ${big} --scope user --raw | head -c 5`);
    expect(ran.stdout.toString()).toBe('INFO ');
    expect(ran.stderr).toBe('');
  });
});
