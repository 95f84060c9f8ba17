import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxGrowthBytes, watchMemory } from '../../packages/cli/test/support/peak-memory.ts';
import {
  buildSpillway,
  createSandbox,
  handleIn,
  type Ran,
  run,
  type Sandbox,
  spillway,
} from '../../packages/cli/test/support/spillway.ts';

const host = fileURLToPath(new URL('fixtures/run-command-host.mjs', import.meta.url));

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  await buildSpillway();
  sandbox = createSandbox();
  folder = join(sandbox.folder, 'work');
  mkdirSync(folder);
});
afterAll(() => sandbox.remove());

interface HostOptions {
  readonly nodeFlags?: readonly string[];
  readonly exitAfterMs?: number;
  readonly onStart?: (pid: number) => void;
}

function call(input: object, { nodeFlags = [], exitAfterMs, onStart }: HostOptions = {}): Promise<Ran> {
  const after = exitAfterMs === undefined ? [] : ['--exit-after', String(exitAfterMs)];
  const args = [...nodeFlags, host, folder, JSON.stringify(input), ...after];
  return run(process.execPath, args, { env: sandbox.env, ...(onStart !== undefined && { onStart }) });
}

async function running(mark: string): Promise<string[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,stat=,args=']);
  // The host's own arguments hold the mark too.
  const rows = stdout.toString().split('\n');
  return rows.filter((row) => row.includes(mark) && !row.includes('run-command-host') && !/^\s*\d+\s+Z/.test(row));
}

/** Kills a host once so much of what its command printed is on disk. */
async function killWhenKept(pid: number, byteLength: number): Promise<void> {
  const store = join(folder, 'store', 'tmp');
  await until(async () => {
    const names = existsSync(store) ? readdirSync(store, { recursive: true, encoding: 'utf8' }) : [];
    return names.some((name) => name.endsWith('/data') && statSync(join(store, name)).size >= byteLength);
  });
  process.kill(pid, 'SIGKILL');
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe('run_command and its host', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s ends the host as ever, and the command with it',
    async (signal) => {
      const command = 'setsid sleep 86431 & sleep 86431';
      const ran = await call(
        { command },
        {
          onStart: (pid) =>
            void until(async () => (await running('sleep 86431')).length >= 3).then(() => process.kill(pid, signal)),
        },
      );
      expect(ran.signal).toBe(signal);
      await until(async () => (await running('sleep 86431')).length === 0);
    },
  );

  it('a host that exits takes the command with it', async () => {
    const ran = await call({ command: 'sleep 86432 & sleep 86432' }, { exitAfterMs: 1_500 });
    expect(ran.code).toBe(5);
    await until(async () => (await running('sleep 86432')).length === 0);
  });

  // Fails when the note of what was begun is not written with the first bytes.
  it('BC-111 what a command printed until its host was killed is listed and read afterwards', async () => {
    const lines = 'i=0; while :; do i=$((i+1)); seq -f "part $i, line %.0f" 1 20000; sleep 0.1; done';
    const killed = await call({ command: lines }, { onStart: (pid) => void killWhenKept(pid, 500_000) });
    expect(killed.signal).toBe('SIGKILL');
    const ours = ['--store', join(folder, 'store'), '--scope', 'host'];
    const listed = (await spillway(sandbox, ['list', ...ours])).stdout.toString();
    expect(listed).toContain('unfinished: the process that received it ended');
    const raw = (await spillway(sandbox, ['read', handleIn(listed), '--raw', ...ours])).stdout.toString();
    expect(raw.length).toBeGreaterThanOrEqual(500_000);
    raw
      .split('\n')
      .slice(0, -1)
      .forEach((line, at) => {
        const expected = `part ${Math.floor(at / 20_000) + 1}, line ${(at % 20_000) + 1}`;
        if (line !== expected) throw new Error(`line ${at + 1} is ${line}, not ${expected}`);
      });
  });

  it('BC-110 an endless command in a small heap ends at its time limit, with true totals and flat memory', async () => {
    const nodeFlags = ['--max-old-space-size=128'];
    const idle = watchMemory();
    await call({ command: 'sleep 0.3' }, { nodeFlags, onStart: idle.start });
    const idleBytes = idle.stop();
    const busy = watchMemory();
    const ran = await call({ command: 'yes', timeoutMs: 2_000 }, { nodeFlags, onStart: busy.start });
    const growth = busy.stop() - idleBytes;
    const text = ran.stdout.toString();
    const [, produced = ''] =
      /^stopped at the time limit of 2,000 ms, exit code 124 · stdout ([\d,]+) B, in part/.exec(text) ?? [];
    expect(Number(produced.replaceAll(',', ''))).toBeGreaterThan(20_000_000);
    expect(text).toContain(` of ${produced} B shown`);
    expect(text).toContain('keeps 2,000,000 B');
    expect(idleBytes).toBeGreaterThan(10 * 1_048_576);
    expect(growth).toBeLessThan(maxGrowthBytes);
  });
});
