import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFsStore, createSpillway, defaultScope, defaultStoreDirectory } from '@spillway/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildSpillway,
  createSandbox,
  handleIn,
  run,
  type Sandbox,
  script,
  spillway,
} from '../../packages/cli/test/support/spillway.ts';

let sandbox: Sandbox;
let project: string;
let worktree: string;
const text = 'a line of the result\n'.repeat(5_000);

beforeAll(async () => {
  await buildSpillway();
  sandbox = createSandbox();
  project = join(sandbox.folder, 'project');
  worktree = join(sandbox.folder, 'worktree');
  mkdirSync(join(project, 'deep', 'down'), { recursive: true });
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: project, env: sandbox.env });
  await git('init', '-q');
  await git('commit', '-q', '--allow-empty', '-m', 'start');
  await git('worktree', 'add', '-q', worktree);
});
afterAll(() => sandbox.remove());

async function stored(cwd: string): Promise<string> {
  const ran = await spillway(sandbox, ['pipe', '--max-result-bytes', '2048'], { cwd, input: text });
  return handleIn(ran.stdout);
}

describe('who sees what was stored', () => {
  it('BC-073 a handle is read from another directory of the project and from its worktree, not from another project', async () => {
    const handle = await stored(project);
    for (const cwd of [join(project, 'deep', 'down'), worktree]) {
      const ran = await spillway(sandbox, ['read', handle, '--raw'], { cwd });
      expect(ran.stdout.toString()).toBe(text);
    }
    const outside = await spillway(sandbox, ['read', handle, '--raw'], { cwd: sandbox.folder });
    expect(outside).toMatchObject({ code: 2, stdout: Buffer.alloc(0) });
    expect(outside.stderr).not.toContain('project');
  });

  it('BC-075 the printed command reads it from anywhere, also from a child of a command', async () => {
    const ran = await spillway(sandbox, ['pipe', '--max-result-bytes', '2048'], { cwd: worktree, input: text });
    const command =
      ran.stdout
        .toString()
        .split('\n')
        .find((line) => / read r_/.test(line)) ?? '';
    const [whole = ''] = command.split(/ --(?:start-line|offset) /);
    const direct = await run('sh', ['-c', `${whole} --raw`], { cwd: '/', env: sandbox.env });
    expect(direct.stdout.toString()).toBe(text);
    const child = await spillway(sandbox, [
      'exec',
      '--max-result-bytes',
      '1048576',
      '--',
      'sh',
      '-c',
      `cd / && ${whole} --raw`,
    ]);
    expect(child.stdout.toString()).toBe(text);
  });

  it('what the library stores the command reads, and the other way round', async () => {
    const env = sandbox.env;
    const open = (cwd: string) =>
      createSpillway({
        store: createFsStore({ directory: defaultStoreDirectory({ env }) }),
        scope: defaultScope({ cwd, env }),
        budget: { maxResultBytes: 2048 },
      });
    const library = open(worktree);
    const bounded = await library.bound(`${text}library\n`, { toolName: 'query' });
    const ran = await spillway(sandbox, ['read', bounded.handle?.id ?? '', '--raw'], { cwd: project });
    expect(ran.stdout.toString()).toBe(`${text}library\n`);
    const page = await open(project).read(await stored(worktree), { startLine: 5_000 });
    expect(page.content).toBe('a line of the result\n');
  });

  it('an environment variable or a flag names another scope', async () => {
    const handle = await stored(project);
    const env = { ...sandbox.env, SPILLWAY_SCOPE: 'shared' };
    expect(await spillway(sandbox, ['read', handle], { cwd: project, env })).toMatchObject({ code: 2 });
    const ran = await spillway(sandbox, ['pipe', '--max-result-bytes', '2048'], { env, input: text });
    expect(ran.stdout.toString()).toContain('--scope shared');
    const read = await spillway(sandbox, ['read', handleIn(ran.stdout), '--scope', 'shared', '--raw'], {
      cwd: project,
    });
    expect(read.stdout.toString()).toBe(text);
    expect(await spillway(sandbox, ['list', '--scope', 'a\nb'])).toMatchObject({ code: 2 });
  });

  it('calls the program by its name when the PATH finds this very one', async () => {
    const bin = join(sandbox.folder, 'bin');
    mkdirSync(bin);
    await run('ln', ['-s', script, join(bin, 'spillway')]);
    const env = { ...sandbox.env, PATH: `${bin}:${sandbox.env.PATH}` };
    const ran = await run('spillway', ['pipe', '--max-result-bytes', '2048'], { env, cwd: project, input: text });
    expect(ran.stdout.toString()).toMatch(/^spillway read r_/m);
    writeFileSync(join(sandbox.folder, 'spillway'), '#!/bin/sh\n', { mode: 0o755 });
    const other = { ...sandbox.env, PATH: `${sandbox.folder}:${env.PATH}` };
    const path = await spillway(sandbox, ['pipe', '--max-result-bytes', '2048'], {
      env: other,
      cwd: project,
      input: text,
    });
    expect(path.stdout.toString()).toMatch(/^\/.*spillway\.mjs read r_/m);
  });
});
