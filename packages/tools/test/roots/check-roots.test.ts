import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRoots, type RootSpec, resolveAsFarAsExists } from '../../src/roots/check-roots.ts';

let base = '';
let home = '';
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'spillway-homes-')));
  home = join(base, 'homes', 'ada');
  for (const folder of ['.claude/skills', '.codex', '.gemini', '.ssh', 'code/web']) {
    mkdirSync(join(home, folder), { recursive: true });
  }
  symlinkSync(home, join(base, 'to-home'));
  symlinkSync(join(home, '.ssh'), join(base, 'to-ssh'));
  writeFileSync(join(base, 'file'), '');
});
afterAll(() => rmSync(base, { recursive: true }));

/** What is said of a root, or the path that it has. */
function check(spec: Partial<RootSpec>, allowSensitive = false): string {
  try {
    return checkRoots([{ name: 'root', path: base, ...spec }], { home, allowSensitive })[0]?.path ?? '';
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code}: ${message.replaceAll(base, '')}`;
  }
}

describe('a root', () => {
  it.each([
    ['the home folder', 'homes/ada', 'is /homes/ada'],
    ['a folder above it', 'homes', 'contains /homes/ada'],
    ['the folder of a link to it', 'to-home', 'is /homes/ada'],
    ['.claude', 'homes/ada/.claude', 'is /homes/ada/.claude'],
    ['.codex', 'homes/ada/.codex', 'is /homes/ada/.codex'],
    ['.gemini', 'homes/ada/.gemini', 'is /homes/ada/.gemini'],
    ['.ssh', 'homes/ada/.ssh', 'is /homes/ada/.ssh'],
    ['a link to .ssh', 'to-ssh', 'is /homes/ada/.ssh'],
  ])('that is or contains %s is refused with the reason, unless it is allowed', (_, path, reason) => {
    const refused = check({ path: join(base, path) });
    expect(refused).toMatch(/^setting-invalid: the root "root" \(.*\) is refused: it /);
    expect(refused).toContain(`it ${reason}, where keys and the settings of agents lie`);
    expect(refused).toMatch(/or allow it with allowSensitive$/);
    expect(check({ path: join(base, path) }, true)).toBe(realpathSync(join(base, path)));
  });

  it('that is the root of the file system contains the home folder', () => {
    expect(check({ path: '/' })).toContain('it contains /homes/ada');
  });

  it('is checked against the home folder of this user by default', () => {
    expect(() => checkRoots([{ name: 'home', path: homedir() }], {})).toThrow(/it is .*settings of agents/);
  });

  it.each(['homes/ada/code', 'homes/ada/code/web', 'homes/ada/.claude/skills'])('further down is taken: %s', (path) => {
    expect(check({ path: join(base, path) })).toBe(join(base, path));
  });

  it('whose sensitive folder is not there yet is refused all the same', () => {
    mkdirSync(join(base, 'homes', 'bob'));
    expect(() =>
      checkRoots([{ name: 'x', path: join(base, 'homes') }], { home: join(base, 'homes', 'bob', 'later') }),
    ).toThrow(/contains/);
  });

  it.each([
    ['a relative path', { path: 'logs' }, 'its path is not absolute'],
    ['nothing there', { path: '/nothing/there' }, 'it cannot be opened (ENOENT)'],
    ['a bad name', { name: 'a/b' }, 'a name has 1 to 64'],
    ['no name', { name: '' }, 'a name has 1 to 64'],
    ['two dots for a name', { name: '..' }, 'a name has 1 to 64'],
  ])('with %s is refused', (_, spec, reason) => {
    expect(check(spec)).toContain(reason);
  });

  it('that is a file, or has a name twice, is refused', () => {
    expect(check({ path: join(base, 'file') })).toContain('it is not a directory');
    const twice = { name: 'web', path: join(home, 'code') };
    expect(() => checkRoots([twice, twice], { home })).toThrow('another root has this name');
  });
});

describe('a folder that need not exist', () => {
  it('is resolved as far as it does', () => {
    expect(resolveAsFarAsExists(join(base, 'to-home', 'none', 'deep'))).toBe(join(home, 'none', 'deep'));
    expect(resolveAsFarAsExists('/')).toBe('/');
  });
});
