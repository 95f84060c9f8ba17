import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from '../surface/support/files.ts';

let tree: string;

/** A workspace of one small package, with the real set-up scripts and the real compiler, and its installation recorded. */
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'spillway-setup-'));
  cpSync(join(root, 'scripts'), join(tree, 'scripts'), { recursive: true });
  mkdirSync(join(tree, 'packages/one/src'), { recursive: true });
  mkdirSync(join(tree, 'node_modules'));
  for (const name of ['typescript', '@typescript'])
    symlinkSync(join(root, 'node_modules', name), join(tree, 'node_modules', name));
  const options = {
    module: 'nodenext',
    composite: true,
    rootDir: 'src',
    outDir: 'dist',
    tsBuildInfoFile: 'dist/.tsbuildinfo',
    types: [],
  };
  write('package-lock.json', '{}');
  write('tsconfig.base.json', '{}');
  write('tsconfig.json', JSON.stringify({ files: [], references: [{ path: 'packages/one' }] }));
  write('packages/one/package.json', JSON.stringify({ name: 'one', type: 'module' }));
  write('packages/one/tsconfig.json', JSON.stringify({ compilerOptions: options, include: ['src'] }));
  write('packages/one/src/a.ts', 'export const a = 1;\n');
});

afterEach(() => rmSync(tree, { recursive: true, force: true }));

const write = (path: string, text: string): void => writeFileSync(join(tree, path), text);
const outputs = (): string[] => readdirSync(join(tree, 'packages/one/dist')).sort();

function start(script: string): { child: ChildProcess; ended: Promise<{ code: number | null; stderr: string }> } {
  const child = spawn(process.execPath, [join(tree, 'scripts', script)], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return { child, ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, stderr }))) };
}

const run = (script: string): Promise<{ code: number | null; stderr: string }> => start(script).ended;

it('builds once, then does nothing and prints nothing', async () => {
  await run('setup/record-install.mjs');
  const first = await run('setup.mjs');
  expect(first.stderr).toMatch(/^setup: building … \d+\.\d s\n$/);
  expect(first.code).toBe(0);
  expect(outputs()).toEqual(['.tsbuildinfo', 'a.d.ts', 'a.js']);
  expect(await run('setup.mjs')).toEqual({ code: 0, stderr: '' });
});

it('builds again when a source changed, came, or went, and when an output is missing', async () => {
  await run('setup/record-install.mjs');
  await run('setup.mjs');
  write('packages/one/src/a.ts', 'export const a = "changed";\n');
  write('packages/one/src/b.ts', 'export const b = 2;\n');
  expect((await run('setup.mjs')).stderr).toContain('building');
  expect(readFileSync(join(tree, 'packages/one/dist/a.js'), 'utf8')).toContain('"changed"');
  expect(outputs()).toEqual(['.tsbuildinfo', 'a.d.ts', 'a.js', 'b.d.ts', 'b.js']);

  rmSync(join(tree, 'packages/one/src/b.ts'));
  rmSync(join(tree, 'packages/one/dist/a.js'));
  expect((await run('setup.mjs')).stderr).toContain('building');
  expect(outputs()).toEqual(['.tsbuildinfo', 'a.d.ts', 'a.js']);
});

it('shows what the compiler says, fails, and tries again next time', async () => {
  await run('setup/record-install.mjs');
  write('packages/one/src/a.ts', 'export const a: number = "text";\n');
  const failed = await run('setup.mjs');
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain("Type 'string' is not assignable to type 'number'");
  write('packages/one/src/a.ts', 'export const a: number = 1;\n');
  expect((await run('setup.mjs')).code).toBe(0);
});

it('works once when two start together', async () => {
  await run('setup/record-install.mjs');
  const both = await Promise.all([run('setup.mjs'), run('setup.mjs')]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(both.filter(({ stderr }) => stderr.includes('building'))).toHaveLength(1);
  expect(existsSync(join(tree, '.setup.lock'))).toBe(false);
});

it('waits for a setup that lives, and takes over from one that died', async () => {
  await run('setup/record-install.mjs');
  write('.setup.lock', String(process.pid));
  const waiting = start('setup.mjs');
  const ended = waiting.ended.then(() => 'ended');
  expect(await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 700, 'waits'))])).toBe('waits');

  const dead = start('setup/record-install.mjs');
  await dead.ended;
  write('.setup.lock', String(dead.child.pid));
  expect((await waiting.ended).stderr).toMatch(
    /^setup: waiting for another setup of this work tree\nsetup: building … /,
  );
});

it('installs when the lock file is not the one that was installed', async () => {
  await run('setup/record-install.mjs');
  write('package-lock.json', '{ "changed": true }');
  const { code, stderr } = await run('setup.mjs');
  // This lock file is not one that npm accepts, so npm's own words show that it was asked.
  expect(stderr).toMatch(/^setup: installing packages … failed\n/);
  expect(stderr).toContain('npm error');
  expect(code).toBe(1);
});
