import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDefaultStore } from '../../src/store/default-store.ts';
import { defaultScope } from '../../src/store/scope.ts';
import { plainFacts } from '../../src/testing/harness.ts';
import { compiledStores } from './support/compiled-stores.ts';
import { runWorker } from './support/run-worker.ts';
import { afterwards, temporaryFolder } from './support/temporary.ts';

const compiled = compiledStores();

function git(folder: string, ...words: string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...identity, ...words], { cwd: folder, stdio: 'pipe' });
}

/** A repository with a worktree beside it, and the surroundings of a user whose state is kept in this folder too. */
function project(): { folder: string; repository: string; worktree: string; env: Record<string, string> } {
  const folder = realpathSync(temporaryFolder());
  const repository = join(folder, 'My Project');
  const worktree = join(folder, 'worktree');
  mkdirSync(join(repository, 'src', 'deep'), { recursive: true });
  git(repository, 'init', '-q');
  git(repository, 'commit', '-q', '--allow-empty', '-m', 'first');
  git(repository, 'worktree', 'add', '-q', worktree);
  return { folder, repository, worktree, env: { XDG_STATE_HOME: join(folder, 'state'), HOME: folder } };
}

interface Answer {
  readonly scope: string;
  readonly id: string;
  readonly text: string;
}

async function run(command: string, options: object, cwd: string, env: Record<string, string>): Promise<Answer> {
  return (await runWorker(compiled(), command, options, { cwd, env }))[0] as Answer;
}

it('BC-075 one id is read from every directory of its project by a child process and a later run', async () => {
  const { repository, env } = project();
  const spilled = await run('spillDefault', { text: 'for all of the project' }, repository, env);
  expect(spilled.scope).toMatch(/^my-project-[0-9a-hjkmnp-tv-z]{8}$/);
  for (const cwd of [repository, join(repository, 'src', 'deep')]) {
    const read = await run('readDefault', { id: spilled.id }, cwd, env);
    expect(read).toEqual({ scope: spilled.scope, text: 'for all of the project' });
  }
});

it('BC-073 one id is read from another worktree, and by a sub-agent with another working directory', async () => {
  const { repository, worktree, env } = project();
  const { id, scope } = await run('spillDefault', { text: 'for all of the project' }, repository, env);
  const read = await run('readDefault', { id }, worktree, env);
  expect(read).toEqual({ scope, text: 'for all of the project' });
  expect((await run('spillDefault', { text: 'for all of the project' }, worktree, env)).id).toBe(id);

  const store = createDefaultStore({ env, platform: 'linux' });
  afterwards(() => store.close?.());
  const source = await store.open(defaultScope({ cwd: worktree, env: {} }), id);
  expect(Buffer.from(await source.read(0, 100)).toString()).toBe('for all of the project');
  await source.close();
});

it('BC-071 outside its project an id is not known, unless its scope is named', async () => {
  const { folder, repository, env } = project();
  const { id, scope } = await run('spillDefault', { text: 'for all of the project' }, repository, env);
  const store = createDefaultStore({ env, platform: 'linux' });
  afterwards(() => store.close?.());
  expect(defaultScope({ cwd: folder, env: {} })).toBe('user');
  await expect(store.open('user', id)).rejects.toMatchObject({ code: 'handle-forbidden' });
  const answer = await run('readDefault', { id }, folder, { ...env, SPILLWAY_SCOPE: scope });
  expect(answer).toEqual({ scope, text: 'for all of the project' });
});

it('BC-071 the folder of results is no path that a reader has to be let into', async () => {
  const { folder, env } = project();
  const store = createDefaultStore({ env, platform: 'linux', durability: 'none' });
  afterwards(() => store.close?.());
  const writer = await store.createWriter('a');
  await writer.write(Buffer.from('x'.repeat(100_000)));
  const handle = await writer.finish(plainFacts());
  expect(JSON.stringify(handle)).not.toContain(folder);
  const source = await store.open('a', handle.id);
  expect((await source.read(0, 200_000)).length).toBe(100_000);
  await source.close();
});

it('BC-079 a source is what it was when it was opened, whatever is written meanwhile', async () => {
  const { env } = project();
  const store = createDefaultStore({ env, platform: 'linux', durability: 'none' });
  afterwards(() => store.close?.());
  const first = await store.createWriter('a');
  await first.write(Buffer.from('a result'));
  const { id } = await first.finish(plainFacts());
  const source = await store.open('a', id);
  // A reader whose output is captured into a new result of the same store: it ends where its source ended.
  const copy = await store.createWriter('a');
  for (let offset = 0; ; offset += 4) {
    const part = await source.read(offset, 4);
    if (part.length === 0) break;
    await copy.write(part);
    await copy.write(part);
  }
  expect(copy.byteLength).toBe(16);
  await copy.finish(plainFacts());
  expect(source.byteLength).toBe(8);
  await source.close();
});
