import { createPace } from '@spillway/core';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { toBytePath } from '../../../src/grep-files/walk/byte-path.ts';
import { type WalkRules, walkFiles } from '../../../src/grep-files/walk/walk-files.ts';
import { createSearchFolder, type SearchFolder } from '../support/search-folder.ts';

let folder: SearchFolder | undefined;
afterEach(() => folder?.remove());

const allRules: WalkRules = {
  skipHidden: false,
  respectGitignore: false,
  leftOut: [],
  isExcluded: () => false,
  isRefused: () => false,
};

async function walk(path: string, rules: Partial<WalkRules> = {}): Promise<string[]> {
  const events = { onSkipped: () => undefined, onLeftOut: () => undefined };
  const found: string[] = [];
  const walking = walkFiles(toBytePath(path), '', { ...allRules, ...rules }, events, createPace());
  for await (const file of walking) found.push(Buffer.from(file, 'latin1').toString());
  return found;
}

// Fails when a folder stands among its siblings by its name alone.
it('goes over all files in the order of the bytes of their paths', async () => {
  const part = fc.string({
    unit: fc.constantFrom('a', 'b', '.', '-', '0', 'é', '\u{10000}', '\uffee'),
    minLength: 1,
    maxLength: 2,
  });
  const name = part.filter((text) => text !== '.' && text !== '..');
  const paths = fc.uniqueArray(fc.array(name, { minLength: 1, maxLength: 3 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(paths, async (parts) => {
      const here = createSearchFolder();
      folder = here;
      const files = parts.map((each) => `${each.join('/')}.f`).filter((path, at, all) => all.indexOf(path) === at);
      for (const file of files) here.write(file, 'x');
      const expected = files.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(await walk(here.path)).toEqual(expected);
      here.remove();
    }),
    { numRuns: 100 },
  );
});

it('follows .gitignore files: the nearest decides, the last rule first, and nothing comes back from an ignored folder', async () => {
  folder = createSearchFolder({
    '.gitignore': '# a comment\n*.tmp\n/top\nout/\n\\#odd\nspace \\ \n',
    'a.tmp': '',
    top: '',
    'x/top': '',
    '#odd': '',
    'x/.gitignore': '!keep.tmp\r\nlocal/*.txt\n',
    'x/keep.tmp': '',
    'x/other.tmp': '',
    'x/local/a.txt': '',
    'x/local/b/a.txt': '',
    'out/.gitignore': '!*\n',
    'out/a': '',
    'x/out': '',
  });
  expect(await walk(folder.path, { respectGitignore: true })).toEqual([
    '.gitignore',
    'x/.gitignore',
    'x/keep.tmp',
    'x/local/b/a.txt',
    'x/out',
    'x/top',
  ]);
});
