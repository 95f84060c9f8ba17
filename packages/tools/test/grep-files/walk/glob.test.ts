import { describe, expect, it } from 'vitest';
import { compileGlob } from '../../../src/grep-files/walk/glob.ts';

describe('compileGlob', () => {
  it.each<[glob: string, matching: string[], other: string[]]>([
    ['*.log', ['a.log', 'x/y/a.log', '.log'], ['a.log.1', 'alog']],
    ['a?.txt', ['ab.txt', 'x/aé.txt'], ['a.txt', 'a/.txt']],
    ['/a.txt', ['a.txt'], ['x/a.txt']],
    ['src/*.ts', ['src/a.ts'], ['src/x/a.ts', 'y/src/a.ts']],
    ['src/**/*.ts', ['src/a.ts', 'src/x/y/a.ts'], ['a.ts', 'srcs/a.ts']],
    ['**/x', ['x', 'a/b/x'], ['ax']],
    ['a/**', ['a/b', 'a/b/c'], ['a', 'ab/c']],
    ['{a,b}.{js,ts}', ['a.js', 'x/b.ts'], ['c.js', 'a,b.js']],
    ['[a-c]x', ['bx'], ['dx', '-x']],
    ['[!a-c]x', ['dx'], ['bx']],
    ['a.b', ['a.b'], ['axb']],
    ['\\*', ['*'], ['a']],
    ['a,b', ['a,b'], ['a']],
    ['[[]&&', ['[&&'], ['&&']],
  ])('%s', (glob, matching, other) => {
    const { matches } = compileGlob(glob);
    expect(matching.filter((path) => !matches(path))).toEqual([]);
    expect(other.filter(matches)).toEqual([]);
  });

  it('tells globs of directories', () => {
    expect(compileGlob('build/')).toMatchObject({ isForDirectories: true });
    expect(compileGlob('build/').matches('x/build')).toBe(true);
    expect(compileGlob('build')).toMatchObject({ isForDirectories: false });
  });

  it.each(['', '/', '{a', '[b-a]'])('refuses %j, naming it', (glob) => {
    expect(() => compileGlob(glob)).toThrow(expect.objectContaining({ code: 'request-invalid' }));
  });

  it('takes no longer for many stars than for few', () => {
    const { matches } = compileGlob(`${'*a'.repeat(30)}b`);
    expect(matches('a'.repeat(250))).toBe(false);
  });
});
