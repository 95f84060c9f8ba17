import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSpillway, createSandbox, run, type Sandbox, script } from './support/spillway.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  await buildSpillway();
  sandbox = createSandbox();
});
afterAll(() => sandbox.remove());

/** Sets up a command of its own, with a `dist/main.js` as given. */
function bin(folder: string, main?: string): string {
  const root = join(sandbox.folder, folder);
  mkdirSync(join(root, 'dist'), { recursive: true });
  cpSync(script, join(root, 'bin/spillway.mjs'));
  if (main !== undefined) writeFileSync(join(root, 'dist/main.js'), main);
  return join(root, 'bin/spillway.mjs');
}

describe('a command that cannot start', () => {
  it.each([25, 30, 40, 60, 80])('with at most %d open files says in one line what to do, or works', async (limit) => {
    const line = `ulimit -n ${limit}; exec "$0" "$1" exec -- true`;
    const ran = await run('sh', ['-c', line, process.execPath, script], { cwd: sandbox.folder, env: sandbox.env });
    const said =
      'spillway: too many files are open for it to start: raise the limit (ulimit -n 1024), then try again\n';
    const worked = `spillway: exit code 0 in ${sandbox.folder}: it printed nothing\n`;
    const gotNoPipes =
      'spillway: "true" did not start: too many files are open, raise the limit (ulimit -n 1024); exit code 126\n';
    const codes = new Map([
      [said, 1],
      [worked, 0],
      [gotNoPipes, 126],
    ]);
    expect([...codes.keys()]).toContain(ran.stderr);
    expect(ran.code).toBe(codes.get(ran.stderr));
    if (limit === 25) expect(ran.stderr).not.toBe(worked);
  });

  it('of an installation with parts missing says so', async () => {
    const ran = await run(process.execPath, [bin('no-dist'), 'list'], sandbox);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(
      /^spillway: a part of it is missing \(.*dist\/main\.js.*\): install it again, or build it with npm run build\n$/,
    );
  });

  it('for any other reason says it in one line, and more when it is asked', async () => {
    const broken = bin('broken', "throw new Error('first\\nsecond');\n");
    const ran = await run(process.execPath, [broken, 'list'], sandbox);
    expect(ran).toMatchObject({
      code: 1,
      stderr: 'spillway: it could not be loaded: first second (set SPILLWAY_DEBUG=1 for the details)\n',
    });
    const env = { ...sandbox.env, SPILLWAY_DEBUG: '1' };
    expect((await run(process.execPath, [broken, 'list'], { env })).stderr).toMatch(/\n\s+at .*main\.js/);
  });
});
