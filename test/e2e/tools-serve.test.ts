import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLiterally } from '../../packages/cli/src/demo/literal-reader.ts';
import { makeDemoLog } from '../../packages/cli/src/demo/make-log.ts';
import { buildSpillway, createSandbox, run, type Sandbox, script } from '../../packages/cli/test/support/spillway.ts';
import { connectRecorded, type Recorded, type RecordedClient } from './support/recorded-client.ts';

let sandbox: Sandbox;
let folder: string;
const lines = makeDemoLog().text.split('\n').slice(11_185, 13_600);

beforeAll(async () => {
  await buildSpillway();
  sandbox = createSandbox();
  folder = join(sandbox.folder, 'logs');
  mkdirSync(folder);
  writeFileSync(join(folder, 'service.log'), `${lines.join('\n')}\n`);
});
afterAll(() => sandbox.remove());

function serve(options: { client?: string; isModern?: boolean } = {}): Promise<RecordedClient> {
  const { client: name = 'claude-code', isModern = false } = options;
  const command = [process.execPath, script, 'tools', '--root', `logs=${folder}`];
  return connectRecorded(command, { cwd: sandbox.folder, env: sandbox.env, name, isModern });
}

const textOf = ({ result, failure }: Recorded): string => result?.content[0]?.text ?? failure ?? '';

/** The processes whose command line holds a mark; the servers' own do not. */
async function running(mark: string): Promise<string[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,stat=,args=']);
  return stdout
    .toString()
    .split('\n')
    .filter((row) => row.includes(mark) && !/^\s*\d+\s+Z/.test(row));
}

async function untilRunning(mark: string, isWanted: boolean): Promise<void> {
  while ((await running(mark)).length > 0 !== isWanted) await sleep(50);
}

describe('a log of 168 KB behind spillway tools, and a model that can only cat it', () => {
  const questions: [title: string, term: string, outcome: string, evidence: RegExp][] = [
    ['the one error', 'ERROR', 'found', /ERROR \[payments\] checksum mismatch for ledger shard 42 \(txn 9f31c0\)$/],
    ['one request among thousands', 'id=112345', 'found', /INFO \[w\d+\] served id=112345 status=200 took=\d+ms$/],
    ['one that is not there', 'id=113338', 'absent', /^0 matches in 2,415 lines$/],
  ];

  it.each(['claude-code', 'codex-mcp-client', 'somebody'])(
    '%s: two calls and 16 KB answer each question',
    async (client) => {
      const connection = await serve({ client });
      for (const [, term, outcome, evidence] of questions) {
        let wireBytes = 0;
        const call = async (name: string, input: object): Promise<string> => {
          const answer = await connection.call(name, input);
          wireBytes += answer.frame.length;
          return textOf(answer);
        };
        const first = await call('run_command', { command: 'cat service.log' });
        const session = { toolNames: connection.tools.map(({ name }) => name), call };
        const finding = await readLiterally(first, term, session);
        expect(finding.outcome).toBe(outcome);
        expect(finding.evidence).toMatch(evidence);
        expect(1 + finding.followUps.length).toBeLessThanOrEqual(2);
        expect(wireBytes).toBeLessThanOrEqual(16 * 1024);
      }
      expect(await connection.close()).toBe(0);
    },
  );

  it('one search over the files answers it at once', async () => {
    const connection = await serve();
    const found = await connection.call('grep_files', { pattern: 'ERROR', contextLines: 1 });
    expect(textOf(found)).toContain('checksum mismatch for ledger shard 42');
    expect(found.frame.length).toBeLessThan(2_000);
    await connection.close();
  });
});

describe('what a model writes', () => {
  it.each([true, false])('a megabyte of it arrives byte for byte (stateless era: %s)', async (isModern) => {
    const connection = await serve({ isModern });
    const content = 'é "quoted" \\ and\ttabbed\n'.repeat(45_000);
    const answer = await connection.call('write_file', { path: `logs/megabyte-${isModern}.txt`, content });
    expect(answer.result?.isError).toBeUndefined();
    const bytes = readFileSync(join(folder, `megabyte-${isModern}.txt`));
    expect(bytes.length).toBeGreaterThan(1_000_000);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(createHash('sha256').update(content).digest('hex'));
    await connection.close();
  });

  it('a file that was read in part here is not replaced, and one that was read whole is', async () => {
    const connection = await serve({ client: 'somebody' });
    writeFileSync(join(folder, 'notes.txt'), 'a note\n'.repeat(5_000));
    await connection.call('read_file', { path: 'logs/notes.txt' });
    const refused = await connection.call('write_file', { path: 'logs/notes.txt', content: 'shorter\n' });
    expect(textOf(refused)).toMatch(/^\[write-refused\] /);
    writeFileSync(join(folder, 'notes.txt'), 'a note\n');
    await connection.call('read_file', { path: 'logs/notes.txt' });
    const replaced = await connection.call('write_file', { path: 'logs/notes.txt', content: 'shorter\n' });
    expect(replaced.result?.isError, textOf(replaced)).toBeUndefined();
    await connection.close();
  });
});

describe('commands that still run', () => {
  it('end at the end of the input, with all that they started', async () => {
    const mark = 'sleep 86451';
    const connection = await serve();
    const answer = connection.call('run_command', { command: `setsid ${mark} & ${mark} & ${mark}` });
    await untilRunning(mark, true);
    await Promise.all([connection.close(), untilRunning(mark, false)]);
    await answer;
  });

  it.each<[signal: NodeJS.Signals, mark: string, exitCode: number]>([
    ['SIGTERM', 'sleep 86452', 143],
    ['SIGHUP', 'sleep 86453', 129],
    ['SIGINT', 'sleep 86455', 130],
  ])('end on %s, with all that they started', async (signal, mark, exitCode) => {
    const connection = await serve();
    const answer = connection.call('run_command', { command: `setsid ${mark} & ${mark} & ${mark}` });
    await untilRunning(mark, true);
    process.kill(connection.pid, signal);
    expect(textOf(await answer)).toMatch(/^stopped because the call was cancelled, exit code \d+/);
    await untilRunning(mark, false);
    expect(await connection.exited).toBe(exitCode);
  });

  it('end when the client gives up on the call, and the server goes on', async () => {
    const connection = await serve();
    const answer = connection.call('run_command', { command: 'sleep 86454 & sleep 86454' }, { timeoutMs: 1_500 });
    await untilRunning('sleep 86454', true);
    expect((await answer).failure).toMatch(/timed out/i);
    await untilRunning('sleep 86454', false);
    expect(textOf(await connection.call('run_command', { command: 'echo still here' }))).toContain('still here');
    expect(await connection.close()).toBe(0);
  });

  it('run side by side', async () => {
    const connection = await serve();
    const meet = (mine: string, other: string): Promise<Recorded> =>
      connection.call('run_command', {
        command: `touch ${mine}; while [ ! -e ${other} ]; do sleep 0.05; done; echo met`,
      });
    const both = await Promise.all([meet('left', 'right'), meet('right', 'left')]);
    expect(both.map(textOf).every((text) => text.includes('met'))).toBe(true);
    await connection.close();
  });
});
