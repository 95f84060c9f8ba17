import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
} from '../../packages/cli/test/lib/spillway.ts';

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

describe('spillway exec: what fits', () => {
  const cases: [shell: string, stdout: string, stderr: string, code: number][] = [
    ['echo out; exit 3', 'out\n', '', 3],
    ['echo err >&2; exit 101', '', 'err\n', 101],
    ['printf "no newline"; printf err >&2; exit 5', 'no newline', 'err', 5],
    ["printf '\\n'", '\n', '', 0],
    ["printf '%s\\n' '$& $1 $(date) `date`'", '$& $1 $(date) `date`\n', '', 0],
    ["printf 'progress\\r\\033[31mred\\033[0m\\n'", 'progress\r\u001b[31mred\u001b[0m\n', '', 0],
  ];
  it.each(cases)('passes as it came: `%s`', async (shell, stdout, stderr, code) => {
    const ran = await exec([], shell);
    expect(ran).toEqual({ stdout: Buffer.from(stdout), stderr, code, signal: null });
  });

  it.each([
    ['exit 0', 0],
    ['exit 9', 9],
  ])('BC-156 tells a command that printed nothing from one whose output was lost: %s', async (shell, code) => {
    const ran = await exec([], shell);
    expect(ran.stdout).toHaveLength(0);
    expect(ran.stderr).toBe(`spillway: exit code ${code} in ${sandbox.folder}: it printed nothing\n`);
    const json = JSON.parse((await exec(['--json'], shell)).stdout.toString());
    expect(json).toMatchObject({
      exitCode: code,
      stdout: { partial: false, value: '' },
      notes: [`exit code ${code} in ${sandbox.folder}: it printed nothing`],
    });
  });
});

describe('spillway exec: how a command ends', () => {
  it('is not found: 127', async () => {
    const ran = await spillway(sandbox, ['exec', '--', 'no-such-command']);
    expect(ran.code).toBe(127);
    expect(ran.stderr).toBe('spillway: "no-such-command" did not start: it was not found; exit code 127\n');
  });

  it('cannot be executed: 126', async () => {
    const file = join(sandbox.folder, 'plain.txt');
    writeFileSync(file, 'x');
    chmodSync(file, 0o644);
    const ran = await spillway(sandbox, ['exec', '--', file]);
    expect(ran.code).toBe(126);
    expect(ran.stderr).toContain('it cannot be executed (EACCES); exit code 126');
  });

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
  it('is kept whole, byte for byte, and the command keeps its exit code', async () => {
    const ran = await exec([], 'seq 1 100000; exit 6');
    expect(ran.code).toBe(6);
    expect(ran.stderr).toBe(`spillway: exit code 6 in ${sandbox.folder}\n`);
    const raw = await spillway(sandbox, ['read', handleIn(ran.stdout), '--raw']);
    expect(raw.stdout).toEqual((await run('seq', ['1', '100000'])).stdout);
  });

  it('puts each notice on its own stream, both together within the budget', async () => {
    const ran = await exec(['--max-result-bytes', '6000'], 'seq 1 100000; seq 200000 300000 >&2');
    expect(ran.stdout.toString()).toMatch(/^\[PARTIAL\] .* of 588,895 B shown · stdout: /);
    expect(ran.stderr).toMatch(/^spillway: exit code 0 in .*\n\[PARTIAL\] .* of 700,007 B shown · stderr: /);
    expect(encodedBytes(ran.stdout) + encodedBytes(ran.stderr)).toBeLessThanOrEqual(6000);
  });

  it('BC-125 shows a short error whole beside a flood of output', async () => {
    const flood = "i=0; while [ $i -lt 30 ]; do head -c 10000 /dev/zero | tr '\\0' x; echo; i=$((i+1)); done";
    const ran = await exec(['--max-result-bytes', '1024'], `${flood}; echo 'error: X' >&2; exit 101`);
    expect(ran.code).toBe(101);
    expect(ran.stderr).toBe(`spillway: exit code 101 in ${sandbox.folder}\nerror: X\n`);
    expect(ran.stdout.toString()).toMatch(/^\[PARTIAL\] /);
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

  it('BC-114 says in the first 200 bytes that it is partial, of how much, and what keeps the rest', async () => {
    const ran = await exec(['--max-result-bytes', '4096'], 'seq 1 20000');
    const first = ran.stdout.subarray(0, 200).toString();
    expect(first).toMatch(/^\[PARTIAL\] [\d,]+ of 108,894 B shown/);
    expect(first).toMatch(/r_[0-9a-z]{8} keeps all/);
    expect(ran.stdout.toString().trimEnd()).toMatch(/\[END PARTIAL\]$/);
  });

  it('as JSON is one object within the budget', async () => {
    const ran = await exec(['--json', '--max-result-bytes', '4000'], 'seq 1 100000; echo oops >&2; exit 2');
    expect(ran.code).toBe(2);
    expect(ran.stderr).toBe('');
    expect(ran.stdout.toString().trimEnd()).not.toContain('\n');
    expect(ran.stdout.length).toBeLessThanOrEqual(4000);
    const answer = JSON.parse(ran.stdout.toString());
    expect(answer).toMatchObject({
      exitCode: 2,
      signal: null,
      timedOut: false,
      stderr: { partial: false, value: 'oops\n' },
      stdout: { partial: true, recoverable: true, producedBytes: 588_895 },
    });
    const raw = await spillway(sandbox, ['read', answer.stdout.handle, '--raw']);
    expect(raw.stdout).toHaveLength(588_895);
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
