import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildSpillway,
  createSandbox,
  encodedBytes,
  handleIn,
  type Sandbox,
  spillway,
} from '../../packages/cli/test/lib/spillway.ts';

let sandbox: Sandbox;
const text = 'one line of many\n'.repeat(10_000);
const pipe = (store: string, args: string[] = []) =>
  spillway(sandbox, ['pipe', '--store', store, '--max-result-bytes', '2048', ...args], { input: text });

beforeAll(async () => {
  await buildSpillway();
  sandbox = createSandbox();
});
afterAll(() => sandbox.remove());

describe('a store that cannot be used', () => {
  const troubles: [what: string, make: (path: string) => void][] = [
    ['is a file', (path) => writeFileSync(path, 'x')],
    ['is below a file', (path) => writeFileSync(join(path, '..'), 'x')],
    [
      'is a link to a folder',
      (path) => {
        mkdirSync(`${path}-target`);
        symlinkSync(`${path}-target`, path);
      },
    ],
    [
      'is a folder of something else',
      (path) => {
        mkdirSync(path);
        writeFileSync(join(path, 'precious.txt'), 'x');
      },
    ],
    ['cannot be made, as on a read-only disk', () => {}],
  ];
  it.each(troubles)(
    '%s: bounded output that says the rest was not kept, no handle, exit code of the command',
    async (what, make) => {
      const name = what.replaceAll(' ', '-');
      const isBelow = what === 'is below a file';
      if (!isBelow) mkdirSync(join(sandbox.folder, name));
      const path = what.startsWith('cannot') ? '/proc/spillway-store' : join(sandbox.folder, name, 'store');
      make(path);
      const ran = await pipe(path);
      expect(ran.code).toBe(0);
      expect(ran.stdout.toString()).toMatch(/^\[PARTIAL\] .* of 170,000 B shown .*the rest is not kept/);
      expect(ran.stdout.toString()).toContain('[recoverable: false]');
      expect(handleIn(ran.stdout)).toBe('no handle');
      expect(encodedBytes(ran.stdout)).toBeLessThanOrEqual(2048);
      const exec = await spillway(sandbox, ['exec', '--store', path, '--', 'sh', '-c', 'seq 1 50000; exit 3']);
      expect(exec.code).toBe(3);
      expect(exec.stdout.toString()).toContain('the rest is not kept');
      const small = await spillway(sandbox, ['exec', '--store', path, '--', 'echo', 'fits']);
      expect(small).toMatchObject({ code: 0, stdout: Buffer.from('fits\n'), stderr: '' });
    },
  );

  it('is full: the same, and what was stored before can still be read', async () => {
    const store = join(sandbox.folder, 'small-store');
    const first = await pipe(store);
    const second = await spillway(
      sandbox,
      ['pipe', '--store', store, '--max-result-bytes', '2048', '--store-bytes', '200000'],
      { input: `${text}${text}` },
    );
    expect(second.stdout.toString()).toContain('the rest is not kept');
    const raw = await spillway(sandbox, ['read', handleIn(first.stdout), '--store', store, '--raw']);
    expect(raw.stdout.toString()).toBe(text);
  });

  it('is deleted while a command runs: the output is bounded, and the next one is kept again', async () => {
    const store = join(sandbox.folder, 'deleted-store');
    await pipe(store);
    const ran = await spillway(sandbox, [
      'exec',
      '--store',
      store,
      '--max-result-bytes',
      '2048',
      '--',
      'sh',
      '-c',
      `seq 1 50000; rm -rf '${store}'; seq 1 50000; exit 4`,
    ]);
    expect(ran.code).toBe(4);
    expect(ran.stdout.toString()).toMatch(/^\[PARTIAL\] .* of 577,788 B shown /);
    expect(encodedBytes(ran.stdout)).toBeLessThanOrEqual(2048);
    const handle = handleIn(ran.stdout);
    if (handle !== 'no handle')
      expect(await spillway(sandbox, ['read', handle, '--store', store])).toMatchObject({ code: 0 });
    rmSync(store, { recursive: true, force: true });
    expect(handleIn((await pipe(store)).stdout)).toMatch(/^r_/);
  });

  it('has nothing to read from: one line, no stack', async () => {
    const path = join(sandbox.folder, 'a-file');
    writeFileSync(path, 'x');
    for (const args of [['list'], ['read', 'r_00000000'], ['rm', 'r_00000000']]) {
      const ran = await spillway(sandbox, [...args, '--store', path]);
      expect(ran.code).not.toBe(0);
      expect(ran.stderr).toMatch(/^spillway: [^\n]+\n$/);
    }
  });
});
