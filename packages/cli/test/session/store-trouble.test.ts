import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDesk, type Desk } from '../support/in-process.ts';
import { encodedBytes, handleIn } from '../support/spillway.ts';

let desk: Desk;
const text = 'one line of many\n'.repeat(10_000);
const pipe = (store: string, args: string[] = []) =>
  desk.call(['pipe', '--store', store, '--max-result-bytes', '2048', ...args], { input: text });
/** More than a store of one MiB holds. */
const pipeMuch = (store: string) =>
  desk.call(['pipe', '--store', store, '--max-result-bytes', '2048', '--store-bytes', '1048576'], {
    input: text.repeat(8),
  });

beforeAll(() => {
  desk = createDesk();
});
afterAll(() => desk.remove());

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
      if (!isBelow) mkdirSync(join(desk.folder, name));
      const path = what.startsWith('cannot') ? '/proc/spillway-store' : join(desk.folder, name, 'store');
      make(path);
      const ran = await pipe(path);
      expect(ran.code).toBe(0);
      expect(ran.stdout).toMatch(/^\[PARTIAL\] .* of 170,000 B shown .*the rest is not kept/);
      expect(ran.stdout).toContain('[recoverable: false]');
      expect(handleIn(ran.stdout)).toBe('no handle');
      expect(encodedBytes(ran.stdout)).toBeLessThanOrEqual(2048);
      const exec = await desk.call(['exec', '--store', path, '--', 'sh', '-c', 'seq 1 50000; exit 3']);
      expect(exec.code).toBe(3);
      expect(exec.stdout).toContain('the rest is not kept');
      const small = await desk.call(['exec', '--store', path, '--', 'echo', 'fits']);
      expect(small).toMatchObject({ code: 0, stdout: 'fits\n', stderr: '' });
    },
  );

  it('is too small: what there was room for is kept, and the notice says how much', async () => {
    const store = join(desk.folder, 'small-store');
    const ran = await pipeMuch(store);
    const [, handle = '', kept = ''] = /of 1,360,000 B shown · .* (r_\w+) keeps ([\d,]+) B/.exec(ran.stdout) ?? [];
    const part = await desk.call(['read', handle, '--store', store, '--raw']);
    expect(part.bytes.length.toLocaleString('en-US')).toBe(kept);
    expect(text.repeat(8).startsWith(part.stdout)).toBe(true);
  });

  it('is full: the notice says that the rest was not kept, and what was stored before is still there', async () => {
    const store = join(desk.folder, 'full-store');
    const first = await pipe(store);
    const second = await pipeMuch(store);
    expect(second.stdout).toMatch(/^\[PARTIAL\] .* of 1,360,000 B shown .*the rest is not kept/);
    const raw = await desk.call(['read', handleIn(first.stdout), '--store', store, '--raw']);
    expect(raw.stdout).toBe(text);
  });

  it('is deleted while a command runs: the output is bounded, and the next one is kept again', async () => {
    const store = join(desk.folder, 'deleted-store');
    await pipe(store);
    const ran = await desk.call([
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
    expect(ran.stdout).toMatch(/^\[PARTIAL\] .* of 577,788 B shown /);
    expect(encodedBytes(ran.stdout)).toBeLessThanOrEqual(2048);
    const handle = handleIn(ran.stdout);
    if (handle !== 'no handle') expect(await desk.call(['read', handle, '--store', store])).toMatchObject({ code: 0 });
    rmSync(store, { recursive: true, force: true });
    expect(handleIn((await pipe(store)).stdout)).toMatch(/^r_/);
  });

  it('has nothing to read from: one line, no stack', async () => {
    const path = join(desk.folder, 'a-file');
    writeFileSync(path, 'x');
    for (const args of [['list'], ['read', 'r_00000000'], ['rm', 'r_00000000']]) {
      const ran = await desk.call([...args, '--store', path]);
      expect(ran.code).not.toBe(0);
      expect(ran.stderr).toMatch(/^spillway: [^\n]+\n$/);
    }
  });
});
