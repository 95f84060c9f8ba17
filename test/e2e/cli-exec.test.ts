import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildSpillway,
  createSandbox,
  encodedBytes,
  handleIn,
  run,
  type Sandbox,
  script,
  spillway,
} from '../../packages/cli/test/support/spillway.ts';

let sandbox: Sandbox;
const exec = (args: string[], shell: string, input?: string) =>
  spillway(sandbox, ['exec', ...args, '--', 'sh', '-c', shell], input === undefined ? {} : { input });

async function running(mark: string): Promise<string[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,stat=,args=']);
  const rows = stdout.toString().split('\n');
  return rows.filter((row) => row.includes(mark) && !/^\s*\d+\s+Z/.test(row));
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50));
}

beforeAll(async () => {
  await buildSpillway();
  sandbox = createSandbox();
});
afterAll(() => sandbox.remove());

describe('spillway exec: how a command ends', () => {
  it('killed by a signal: 128 and its number', async () => {
    const ran = await exec([], 'echo before; kill -SEGV $$');
    expect(ran.code).toBe(139);
    expect(ran.stdout.toString()).toBe('before\n');
    expect(ran.stderr).toBe(`spillway: killed by SIGSEGV, exit code 139, in ${sandbox.folder}\n`);
  });

  it('at the time limit: 124, said, and nothing of its group is left', async () => {
    const ran = await exec(['--timeout-ms', '400'], "trap '' TERM; echo begun; sleep 86411 & sleep 86411");
    expect(ran.code).toBe(124);
    expect(ran.stdout.toString()).toBe('begun\n');
    expect(ran.stderr).toBe(`spillway: stopped at the time limit of 400 ms, exit code 124, in ${sandbox.folder}\n`);
    expect(await running('sleep 86411')).toEqual([]);
  });

  it('lets the pipes go that a background process holds, and says so', async () => {
    const ran = await exec([], 'sleep 86412 & echo done');
    expect(ran.code).toBe(0);
    expect(ran.stdout.toString()).toBe('done\n');
    expect(ran.stderr).toContain('a process that the command left running holds its output');
    const left = await running('sleep 86412');
    expect(left).toHaveLength(1);
    process.kill(Number.parseInt(left[0] ?? '', 10));
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('passes %s on and leaves no orphan', async (signal) => {
    const ran = await spillway(sandbox, ['exec', '--', 'sh', '-c', 'echo begun; sleep 86413 & sleep 86413'], {
      onStart: (pid) => {
        void until(async () => (await running('sleep 86413')).length >= 3).then(() => process.kill(pid, signal));
      },
    });
    expect(ran.stdout.toString()).toBe('begun\n');
    expect(ran.code).toBe({ SIGTERM: 143, SIGINT: 130, SIGHUP: 129 }[signal]);
    expect(await running('sleep 86413')).toEqual([]);
  });

  it('kills at the second signal what does not end on the first', async () => {
    const ran = await spillway(sandbox, ['exec', '--', 'sh', '-c', "trap '' TERM INT; while :; do sleep 86414; done"], {
      onStart: (pid) => {
        void until(async () => (await running('sleep 86414')).length >= 3)
          .then(() => process.kill(pid, 'SIGTERM'))
          .then(() => new Promise((resolve) => setTimeout(resolve, 200)))
          .then(() => process.kill(pid, 'SIGTERM'));
      },
    });
    expect(ran.code).toBe(137);
    expect(await running('sleep 86414')).toEqual([]);
  });
});

describe('spillway exec: standard input', () => {
  it('is empty unless it is asked for', async () => {
    expect((await exec([], 'cat; echo end', 'secret')).stdout.toString()).toBe('end\n');
    expect((await exec(['--stdin'], 'cat; echo end', 'given ')).stdout.toString()).toBe('given end\n');
  });

  it('BC-078 a prompt that loops on empty input ends at the time limit, and keeps no more than the ceiling', async () => {
    const args = ['--timeout-ms', '700', '--capture-bytes', '65536', '--max-result-bytes', '4096'];
    const ran = await exec(args, 'while ! read x; do echo invalid; done');
    expect(ran.code).toBe(124);
    expect(ran.stderr).toContain('stopped at the time limit of 700 ms');
    expect(ran.stdout.toString().split('\n')[0]).toMatch(/^\[PARTIAL\] .* of [\d,]+ B shown .* r_\w+ keeps 65,536 B/);
    const raw = await spillway(sandbox, ['read', handleIn(ran.stdout), '--raw']);
    expect(raw.stdout).toHaveLength(65_536);
  });
});

describe('spillway exec: what does not fit', () => {
  it('puts each notice on its own stream, both together within the budget', async () => {
    const ran = await exec(['--max-result-bytes', '6000'], 'seq 1 100000; seq 200000 300000 >&2');
    expect(ran.stdout.toString()).toMatch(/^\[PARTIAL\] .* of 588,895 B shown · stdout: /);
    expect(ran.stderr).toMatch(/^spillway: exit code 0 in .*\n\[PARTIAL\] .* of 700,007 B shown · stderr: /);
    expect(encodedBytes(ran.stdout) + encodedBytes(ran.stderr)).toBeLessThanOrEqual(6000);
  });

  it('BC-113 tells produced, kept and shown apart, and shows the last line', async () => {
    const ran = await exec(['--capture-bytes', '1048576'], 'seq 1 2000000');
    const [first = '', ...rest] = ran.stdout.toString().split('\n');
    expect(first).toMatch(
      /^\[PARTIAL\] [\d,]+ of 14,888,896 B shown · .* keeps 1,048,576 B · not shown is not absent$/,
    );
    expect(rest.join('\n')).toMatch(/\b2,?000,?000\b/);
    const raw = await spillway(sandbox, ['read', handleIn(first), '--raw']);
    expect(raw.stdout).toHaveLength(1_048_576);
    expect(raw.stdout.subarray(0, 6).toString()).toBe('1\n2\n3\n');
    expect(raw.stdout.subarray(-16).toString()).toBe('1999999\n2000000\n');
  });

  it('runs twice at once on one store', async () => {
    const both = await Promise.all([exec([], 'seq 1 100000'), exec([], 'seq 100001 200000')]);
    const raws = await Promise.all(both.map((ran) => spillway(sandbox, ['read', handleIn(ran.stdout), '--raw'])));
    expect(raws[0]?.stdout.subarray(0, 4).toString()).toBe('1\n2\n');
    expect(raws[1]?.stdout.subarray(0, 7).toString()).toBe('100001\n');
    expect(both.map((ran) => ran.code)).toEqual([0, 0]);
  });

  it('stops quietly when its reader has gone', async () => {
    const ran = await run('sh', ['-c', `node '${script}' exec -- sh -c 'seq 1 5000; exit 4' | head -n 1`], sandbox);
    expect(ran.stdout.toString()).toBe('1\n');
    expect(ran.stderr).toBe('');
  });
});
