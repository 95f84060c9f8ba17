import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxGrowthBytes, watchMemory } from '../../packages/cli/test/support/peak-memory.ts';
import {
  buildSpillway,
  createSandbox,
  handleIn,
  type Sandbox,
  spillway,
} from '../../packages/cli/test/support/spillway.ts';

const MIB = 1_048_576;
const PRODUCED_BYTES = 120_000_000;

let sandbox: Sandbox;

beforeAll(async () => {
  await buildSpillway();
  sandbox = createSandbox();
});
afterAll(() => sandbox.remove());

async function peak(args: readonly string[]): Promise<{ bytes: number; stdout: string; code: number | null }> {
  const memory = watchMemory();
  const ran = await spillway(sandbox, args, { onStart: memory.start });
  return { bytes: memory.stop(), stdout: ran.stdout.toString(), code: ran.code };
}

describe('memory of the command', () => {
  it('does not grow with what a command prints: 120 MB through exec, then read --raw and grep over it', async () => {
    const flood = `yes "2026-11-30T00:00:00Z INFO served id=4711 took=12ms" | head -c ${PRODUCED_BYTES}`;
    const small = await peak(['exec', '--', 'echo', 'hello']);
    const big = await peak(['exec', '--', 'sh', '-c', flood]);
    expect(big.code).toBe(0);
    expect(big.stdout).toContain(' of 120,000,000 B shown');
    expect(small.bytes).toBeGreaterThan(10 * MIB);
    expect(big.bytes - small.bytes).toBeLessThan(maxGrowthBytes);
    const grep = await peak(['grep', handleIn(big.stdout), 'took=13']);
    expect(grep.code).toBe(1);
    expect(grep.bytes - small.bytes).toBeLessThan(maxGrowthBytes);
  });

  it('does not grow with one line of 60 MB', async () => {
    const small = await peak(['exec', '--', 'echo', 'hello']);
    const big = await peak(['exec', '--', 'sh', '-c', "head -c 60000000 /dev/zero | tr '\\0' x"]);
    expect(big.code).toBe(0);
    expect(big.stdout).toContain(' of 60,000,000 B shown');
    expect(big.bytes - small.bytes).toBeLessThan(maxGrowthBytes);
  });
});
