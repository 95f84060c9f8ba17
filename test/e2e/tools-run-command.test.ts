import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchMemory } from '../../packages/cli/test/support/peak-memory.ts';
import { buildSpillway, createSandbox, type Ran, run, type Sandbox } from '../../packages/cli/test/support/spillway.ts';

const host = fileURLToPath(new URL('fixtures/run-command-host.mjs', import.meta.url));
const MOST_GROWTH_BYTES = 80 * 1_048_576;

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
    expect(growth).toBeLessThan(MOST_GROWTH_BYTES);
  });
});
