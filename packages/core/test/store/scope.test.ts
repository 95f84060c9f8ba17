import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultScope } from '../../src/store/scope.ts';
import { temporaryFolder } from './support/temporary.ts';

const scopeOf = (cwd: string, env: Record<string, string> = {}) => defaultScope({ cwd, env });

function git(folder: string, ...words: string[]): void {
  const settings = ['user.name=t', 'user.email=t@example.org', 'protocol.file.allow=always', 'init.defaultBranch=main'];
  execFileSync('git', [...settings.flatMap((setting) => ['-c', setting]), ...words], { cwd: folder, stdio: 'pipe' });
}

function repository(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder);
  git(folder, 'init', '-q');
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'first');
  return folder;
}

it('is one for a repository, all its folders and all its worktrees, and another for each repository', () => {
  const folder = realpathSync(temporaryFolder());
  const first = repository(folder, 'first');
  const second = repository(folder, 'second');
  git(first, 'worktree', 'add', '-q', join(folder, 'tree'));
  git(first, 'worktree', 'add', '-q', join(first, 'inside'));
  mkdirSync(join(folder, 'tree', 'deep'));
  const scope = scopeOf(first);
  expect(scope).toMatch(/^first-[0-9a-hjkmnp-tv-z]{8}$/);
  expect(scopeOf(join(folder, 'tree'))).toBe(scope);
  expect(scopeOf(join(folder, 'tree', 'deep'))).toBe(scope);
  expect(scopeOf(join(first, 'inside'))).toBe(scope);
  expect(scopeOf(second)).not.toBe(scope);
});

it('is the same through a link, and from a repository without a work tree', () => {
  const folder = realpathSync(temporaryFolder());
  const first = repository(folder, 'first');
  symlinkSync(first, join(folder, 'link'));
  expect(scopeOf(join(folder, 'link'))).toBe(scopeOf(first));
  git(folder, 'clone', '-q', '--bare', first, join(folder, 'bare.git'));
  git(join(folder, 'bare.git'), 'worktree', 'add', '-q', join(folder, 'one'), '-b', 'one');
  git(join(folder, 'bare.git'), 'worktree', 'add', '-q', join(folder, 'two'), '-b', 'two');
  expect(scopeOf(join(folder, 'one'))).toMatch(/^bare-[0-9a-z]{8}$/);
  expect(scopeOf(join(folder, 'two'))).toBe(scopeOf(join(folder, 'one')));
});

it('is another for a submodule', () => {
  const folder = realpathSync(temporaryFolder());
  const inner = repository(folder, 'inner');
  const outer = repository(folder, 'outer');
  git(outer, 'submodule', 'add', '-q', inner, 'part');
  expect(scopeOf(join(outer, 'part'))).toMatch(/^part-[0-9a-z]{8}$/);
  expect(scopeOf(join(outer, 'part'))).not.toBe(scopeOf(outer));
});

it("is that of the nearest spillway.json where there is no repository, and the user's where there is neither", () => {
  const folder = realpathSync(temporaryFolder());
  const deep = join(folder, 'Über Projekt', 'a', 'b');
  mkdirSync(deep, { recursive: true });
  expect(scopeOf(deep)).toBe('user');
  writeFileSync(join(folder, 'Über Projekt', 'spillway.json'), '{}');
  const outer = scopeOf(deep);
  expect(outer).toMatch(/^ber-projekt-[0-9a-z]{8}$/);
  writeFileSync(join(folder, 'Über Projekt', 'a', 'spillway.json'), '{}');
  expect(scopeOf(deep)).toMatch(/^a-[0-9a-z]{8}$/);
  mkdirSync(join(folder, '.git'));
  expect(scopeOf(deep)).toMatch(/^a-[0-9a-z]{8}$/);
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  expect(scopeOf(deep)).toMatch(/^spillway-test-/);
});

it('takes SPILLWAY_SCOPE as it is, unless it is blank', () => {
  const folder = realpathSync(temporaryFolder());
  expect(scopeOf(folder, { SPILLWAY_SCOPE: ' chosen ' })).toBe('chosen');
  expect(scopeOf(folder, { SPILLWAY_SCOPE: '  ' })).toBe('user');
});

it("is the user's in a folder that is gone, and beside a .git that leads nowhere", () => {
  const folder = realpathSync(temporaryFolder());
  const gone = join(folder, 'gone');
  mkdirSync(gone);
  rmSync(gone, { recursive: true });
  expect(scopeOf(gone)).toBe('user');
  writeFileSync(join(folder, '.git'), 'gitdir: ../nowhere\n');
  expect(scopeOf(folder)).toBe('user');
});

it('is safe as a file name and on a command line, whatever the project is called', () => {
  const folder = realpathSync(temporaryFolder());
  for (const name of ['a b; rm -rf', '$HOME', '--flag', '...', '日本', 'x'.repeat(200), "it's"]) {
    const project = join(folder, name);
    mkdirSync(project);
    writeFileSync(join(project, 'spillway.json'), '{}');
    expect(scopeOf(project)).toMatch(/^[a-z0-9]([a-z0-9-]{0,31})-[0-9a-hjkmnp-tv-z]{8}$/);
  }
});
