import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runProcess } from '../../../src/run-command/process/run-process.ts';

interface Seen {
  stdout: string;
  stderr: string;
}

async function run(script: string, extra: { timeoutMs?: number; slow?: boolean } = {}) {
  const seen: Seen = { stdout: '', stderr: '' };
  const outcome = await runProcess({
    command: 'sh',
    args: ['-c', script],
    cwd: process.cwd(),
    env: process.env,
    stdin: 'closed',
    hostSignals: 'pass-on',
    ...(extra.timeoutMs !== undefined && { timeoutMs: extra.timeoutMs }),
    onStdout: async (chunk) => {
      seen.stdout += Buffer.from(chunk).toString();
    },
    onStderr: async (chunk) => {
      seen.stderr += Buffer.from(chunk).toString();
    },
  });
  return { ...seen, outcome };
}

/** Processes whose command line holds a text that only this test wrote. */
function running(mark: string): string[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return rows.filter((row) => row.includes(mark) && !/^\s*\d+\s+Z/.test(row));
}

describe('runProcess', () => {
  const combinations: [script: string, stdout: string, stderr: string, exitCode: number][] = [
    ['true', '', '', 0],
    ['false', '', '', 1],
    ['echo out', 'out\n', '', 0],
    ['echo out; exit 3', 'out\n', '', 3],
    ['echo err >&2', '', 'err\n', 0],
    ['echo err >&2; exit 4', '', 'err\n', 4],
    ['echo out; echo err >&2', 'out\n', 'err\n', 0],
    ['echo out; echo err >&2; exit 5', 'out\n', 'err\n', 5],
  ];
  it.each(combinations)('BC-123 tells streams and exit code of `%s`', async (script, stdout, stderr, exitCode) => {
    const ran = await run(script);
    expect(ran).toEqual({ stdout, stderr, outcome: { exitCode, letGo: false, survivors: [] } });
  });

  it('tells the signal that ended the command', async () => {
    const { outcome } = await run('kill -KILL $$');
    expect(outcome.signal).toBe('SIGKILL');
    expect(outcome.exitCode).toBeUndefined();
  });

  it('BC-108 reads both pipes at once: ten megabytes of stderr before any stdout', async () => {
    const ran = await run('head -c 10000000 /dev/zero | tr "\\0" e >&2; echo ok');
    expect(ran.stderr).toHaveLength(10_000_000);
    expect(ran.stdout).toBe('ok\n');
  });

  it.each(['sleep', 'setsid sleep'])('BC-107 lets pipes go that `%s &` still holds', async (command) => {
    const ran = await run(`${command} 86407 & echo done`);
    expect(ran.stdout).toBe('done\n');
    expect(ran.outcome).toMatchObject({ exitCode: 0, letGo: true });
    const left = running('sleep 86407');
    expect(left).toHaveLength(1);
    process.kill(Number.parseInt(left[0] ?? '', 10));
  });

  it('ends the whole group at the time limit, and those that left the group too', async () => {
    const ran = await run("trap '' TERM; setsid sleep 86408 & sleep 86408 & echo begun; sleep 86408", {
      timeoutMs: 300,
    });
    expect(ran.stdout).toBe('begun\n');
    expect(ran.outcome).toMatchObject({ stoppedBy: 'timeout', survivors: [], letGo: false });
    expect(running('sleep 86408')).toEqual([]);
  });

  it('waits for whoever takes the output, and loses nothing of it', async () => {
    let taken = 0;
    const outcome = await runProcess({
      command: 'head',
      args: ['-c', '3000000', '/dev/zero'],
      cwd: process.cwd(),
      env: process.env,
      stdin: 'closed',
      hostSignals: 'pass-on',
      onStdout: async (chunk) => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        taken += chunk.length;
      },
      onStderr: async () => {},
    });
    expect(taken).toBe(3_000_000);
    expect(outcome.exitCode).toBe(0);
  });

  it('throws what spawn says when the command cannot be started', async () => {
    const started = runProcess({
      command: '/nowhere/at-all',
      args: [],
      cwd: process.cwd(),
      env: process.env,
      stdin: 'closed',
      hostSignals: 'pass-on',
      onStdout: async () => {},
      onStderr: async () => {},
    });
    await expect(started).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
