import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildSpillway,
  createSandbox,
  type Ran,
  run,
  type Sandbox,
  spillway,
} from '../../packages/cli/test/support/spillway.ts';

let sandbox: Sandbox;
let temporary: string;

beforeAll(async () => {
  await buildSpillway();
  sandbox = createSandbox();
  temporary = join(sandbox.folder, 'tmp');
  mkdirSync(temporary);
});
afterAll(() => sandbox.remove());

const demo = (args: string[], onStart?: (pid: number) => void): Promise<Ran> =>
  spillway(sandbox, ['demo', ...args], {
    env: { ...sandbox.env, TMPDIR: temporary },
    ...(onStart !== undefined && { onStart }),
  });

/** Processes that have the demo's folder on their command line. */
async function leftovers(): Promise<string[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,stat=,args=']);
  return stdout
    .toString()
    .split('\n')
    .filter((row) => row.includes(temporary) && !/^\s*\d+\s+Z/.test(row));
}

describe('spillway demo', () => {
  it('answers three questions through a real server for a few kilobytes, and leaves nothing behind', async () => {
    const ran = await demo(['--json']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const result = JSON.parse(ran.stdout.toString());
    expect(result.lineCount).toBe(20_000);
    expect(result.logBytes).toBeGreaterThan(1_300_000);
    expect(result.stored.byteLength).toBe(result.logBytes);
    const outcomes = (asked: { finding: { outcome: string } }[]) => asked.map(({ finding }) => finding.outcome);
    expect(outcomes(result.direct)).toEqual(['found', 'found', 'unknown']);
    expect(outcomes(result.wrapped)).toEqual(['found', 'found', 'absent']);
    for (const asked of result.wrapped) {
      expect(asked.modelBytes).toBeLessThan(6_000);
      expect(asked.callCount).toBeLessThanOrEqual(3);
    }
    for (const asked of result.direct) expect(asked.modelBytes).toBeGreaterThan(1_300_000);
    expect(result.notice).toMatch(/^\[PARTIAL\] /);
    expect(result.notice).toContain('ERROR [payments] checksum mismatch for ledger shard 42 (txn 9f31c0)');
    expect(readdirSync(temporary)).toEqual([]);
    expect(await leftovers()).toEqual([]);
  });

  it('keeps what it stored where it is told to, and prints how to go on', async () => {
    const store = join(sandbox.folder, 'kept');
    const ran = await demo(['--store', store, '--scope', 'demo-test']);
    expect(ran.code).toBe(0);
    const text = ran.stdout.toString();
    expect(text).toContain('through spillway, all three questions are answered rightly');
    expect(text).not.toContain('FAILED');
    expect(text).toMatch(/claude mcp add files -- .*spillway.* wrap -- npx/);
    const handle = /stored: ([\d,]+) bytes as (r_\w+), /.exec(text);
    const raw = await spillway(sandbox, ['read', handle?.[2] ?? '', '--store', store, '--scope', 'demo-test', '--raw']);
    expect(raw.stdout.length.toLocaleString('en-US')).toBe(handle?.[1]);
    rmSync(store, { recursive: true });
  });

  it('fails when it did not happen: a store that cannot be used', async () => {
    const ran = await demo(['--store', '/proc/no-store']);
    expect(ran.code).not.toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('leaves nothing behind when it is interrupted', async () => {
    const ran = await demo([], (pid) => {
      const timer = setInterval(() => {
        if (readdirSync(temporary).length === 0) return;
        clearInterval(timer);
        setTimeout(() => process.kill(pid, 'SIGINT'), 300);
      }, 20);
    });
    expect(ran.code).toBe(130);
    expect(readdirSync(temporary)).toEqual([]);
    expect(await leftovers()).toEqual([]);
  });
});
