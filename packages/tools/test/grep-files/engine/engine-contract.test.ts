import { appendFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Pattern } from '@spillway/core';
import { afterEach, describe, expect, it } from 'vitest';
import type { EngineCall, FilesOutcome } from '../../../src/grep-files/engine/engine.ts';
import { createSearchFolder, engines, type SearchFolder } from '../support/search-folder.ts';

const folders: SearchFolder[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

function folderOf(files: Readonly<Record<string, string | Uint8Array>>): SearchFolder {
  const folder = createSearchFolder(files);
  folders.push(folder);
  return folder;
}

/** Every engine answers every row alike: this is the one suite for all of them. */
describe.each(Object.entries(engines))('the engine %s', (_, createEngine) => {
  async function search(
    folder: SearchFolder,
    pattern: Pattern,
    names: readonly string[],
    call: Partial<EngineCall> = {},
  ): Promise<FilesOutcome> {
    const files = names.map((name) => folder.look(name));
    const engine = await createEngine(pattern, folder.context);
    if (engine === undefined) throw new Error('no engine');
    return engine.search(files, { maxKept: 100, countsFiles: false, maxMs: 20_000, ...call });
  }

  const places = ({ found }: FilesOutcome): string[] =>
    found.flatMap(({ file, matches }) => matches.map(({ start, end, line }) => `${file.path}:${line}:${start}-${end}`));

  it('finds matches with their lines and bytes, file after file in the order given', async () => {
    const folder = folderOf({ 'b.txt': 'é x\nx\n', 'a.txt': 'no\nyx x' });
    const outcome = await search(folder, { pattern: 'x' }, ['b.txt', 'a.txt']);
    expect(places(outcome)).toEqual(['b.txt:1:3-4', 'b.txt:2:5-6', 'a.txt:2:4-5', 'a.txt:2:6-7']);
    expect(outcome).toMatchObject({ matchCount: 4, matchingLines: 3, fileCount: 2, failed: [] });
    expect(outcome.found[0]?.matches[0]?.lineRange).toEqual({ start: 0, end: 4 });
  });

  it.each<[string, Pattern, string, number]>([
    ['a literal with characters of expressions', { pattern: 'a.b[', literal: true }, 'a.b[ axb[\n', 1],
    ['a pattern that begins with a dash', { pattern: '-v' }, 'rg -v\n', 1],
    ['a literal that is a flag', { pattern: '--files', literal: true }, 'rg --files\n', 1],
    ['upper and lower case', { pattern: 'straße', ignoreCase: true }, 'STRAßE Straße\n', 2],
    ['the first alternative, not the longest', { pattern: 'ab|abc' }, 'abcabc\n', 2],
    ['ASCII digits alone', { pattern: '\\d+' }, '12 ٣٤\n', 1],
    ['ASCII words alone', { pattern: '\\w+' }, 'aé b\n', 2],
    ['the end of a line that ends in CR LF', { pattern: 'x$' }, 'x\r\nxy\r\nx', 2],
    ['no white space in a CR LF', { pattern: 'x\\s' }, 'x\r\nx y\r\n', 1],
    ['the CR where it is asked for', { pattern: 'x\\r' }, 'x\r\nx\n', 1],
    ['the start of each line', { pattern: '\\Aa' }, 'a\na a\n', 2],
    ['a bracket in a class', { pattern: '[[]a' }, '[a\n', 1],
    ['an ampersand in a class', { pattern: '[a&&b]+' }, 'a&b\n', 1],
    ['what RE2 quotes', { pattern: '\\Qa.b\\E+' }, 'a.bb axb\n', 1],
    ['braces that are no repeat', { pattern: 'a{b}' }, 'a{b}\n', 1],
    ['nested repeats in linear time', { pattern: '(a+)+$' }, `${'a'.repeat(40)}!\n`, 0],
  ])('takes %s', async (_what, pattern, content, count) => {
    const outcome = await search(folderOf({ 'a.txt': content }), pattern, ['a.txt']);
    expect(outcome.matchCount).toBe(count);
  });

  it('finds in names with a dash, a line feed, quotes and an escape', async () => {
    const names = ['-x', '--', 'a\nb', 'q"\'', '\u001b[31m', ' '];
    const folder = folderOf(Object.fromEntries(names.map((name) => [name, 'needle\n'])));
    const outcome = await search(folder, { pattern: 'needle' }, names);
    expect(outcome.found.map(({ file }) => file.path)).toEqual(names);
  });

  it('keeps as many matches as are asked for, and counts all', async () => {
    const folder = folderOf({ 'a.txt': 'x x\n'.repeat(500), 'b.txt': 'x\n' });
    const outcome = await search(folder, { pattern: 'x' }, ['a.txt', 'b.txt'], { maxKept: 3 });
    expect(places(outcome)).toEqual(['a.txt:1:0-1', 'a.txt:1:2-3', 'a.txt:2:4-5']);
    expect(outcome).toMatchObject({ matchCount: 1001, matchingLines: 501, fileCount: 2 });
    const counted = await search(folder, { pattern: 'x' }, ['a.txt', 'b.txt'], { maxKept: 0 });
    expect(counted).toMatchObject({ found: [], matchCount: 1001, matchingLines: 501, fileCount: 2 });
  });

  it('counts files that begin after all that are kept', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `${at}.txt`);
    const folder = folderOf(Object.fromEntries(names.map((name) => [name, 'x\n'])));
    for (let maxKept = 0; maxKept < 40; maxKept += 3) {
      const outcome = await search(folder, { pattern: 'x' }, names, { maxKept });
      expect(outcome).toMatchObject({ matchCount: 40, matchingLines: 40, fileCount: 40 });
    }
  });

  it.each(['x', '[x]'])('counts each file where that is asked for, with %s', async (pattern) => {
    const folder = folderOf({ 'a.txt': 'x x\n', 'b.txt': 'y\n', 'c\n1.txt': 'x\n' });
    const call = { maxKept: 0, countsFiles: true };
    const { found } = await search(folder, { pattern }, ['a.txt', 'b.txt', 'c\n1.txt'], call);
    expect(found.map(({ file, matchCount, matchingLines }) => [file.path, matchCount, matchingLines])).toEqual([
      ['a.txt', 2, 1],
      ['c\n1.txt', 1, 1],
    ]);
  });

  it('begins at a place in the first file, inside a line too', async () => {
    const folder = folderOf({ 'a.txt': 'x\nx x x\nx\n', 'b.txt': 'x\n' });
    const from = { offset: 4, line: 2 };
    const outcome = await search(folder, { pattern: 'x' }, ['a.txt', 'b.txt'], { from });
    expect(places(outcome)).toEqual(['a.txt:2:4-5', 'a.txt:2:6-7', 'a.txt:3:8-9', 'b.txt:1:0-1']);
    expect(outcome).toMatchObject({ matchCount: 4, matchingLines: 3, fileCount: 2 });
    const few = await search(folder, { pattern: 'x' }, ['a.txt', 'b.txt'], { from, maxKept: 1 });
    expect(few).toMatchObject({ matchCount: 4, matchingLines: 3, fileCount: 2 });
    const atEnd = { from: { offset: 9, line: 3 }, maxKept: 0 };
    const last = await search(folder, { pattern: 'x' }, ['a.txt', 'b.txt'], atEnd);
    expect(last).toMatchObject({ matchCount: 1, matchingLines: 1, fileCount: 1 });
  });

  it('tells of a file that went, and searches the others', async () => {
    const folder = folderOf({ 'a.txt': 'x\n', 'b.txt': 'x\n' });
    const files = ['a.txt', 'b.txt'].map((name) => folder.look(name));
    rmSync(join(folder.path, 'a.txt'));
    const outcome = await (await createEngine({ pattern: 'x' }, folder.context))?.search(files, {
      maxKept: 10,
      countsFiles: false,
      maxMs: 20_000,
    });
    expect(outcome?.found.map(({ file }) => file.path)).toEqual(['b.txt']);
    expect(outcome?.failed.map(({ file }) => file.path)).toEqual(['a.txt']);
  });

  it('finds what a file has when it is searched, however it changed since it was looked at', async () => {
    const folder = folderOf({ 'grown.txt': 'x\n', 'cut.txt': 'x\n'.repeat(1000) });
    const files = ['grown.txt', 'cut.txt'].map((name) => folder.look(name));
    appendFileSync(join(folder.path, 'grown.txt'), 'x\n');
    truncateSync(join(folder.path, 'cut.txt'), 2);
    const engine = await createEngine({ pattern: 'x' }, folder.context);
    const outcome = await engine?.search(files, { maxKept: 10, countsFiles: false, maxMs: 20_000 });
    expect(outcome?.matchCount).toBe(3);
  });

  it('searches a line of 3 MB with 294 matches without missing one', async () => {
    const line = Array.from({ length: 294 }, (_, at) => `${'y'.repeat(10_000 + at)}NEEDLE`).join('');
    const outcome = await search(folderOf({ 'a.json': `first\n${line}` }), { pattern: 'NEEDLE' }, ['a.json'], {
      maxKept: 1000,
    });
    expect(outcome).toMatchObject({ matchCount: 294, matchingLines: 1 });
    expect(outcome.found[0]?.matches.at(-1)).toMatchObject({ end: line.length + 6, line: 2 });
  });

  it('ends at an abort', async () => {
    const folder = folderOf({ 'a.txt': 'x\n'.repeat(1_000_000) });
    await expect(search(folder, { pattern: 'x' }, ['a.txt'], { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    });
  });
});

describe('ripgrep', () => {
  it('is not asked for a pattern that matches nothing, and leaves one that it does not take to the other', async () => {
    const folder = folderOf({ 'a.txt': 'x\n' });
    const { context } = folder;
    expect(await engines.ripgrep({ pattern: 'x*' }, context)).toBeUndefined();
    const engine = await engines.ripgrep({ pattern: '(?P<1>x)' }, context);
    const call = { maxKept: 9, countsFiles: false, maxMs: 20_000 };
    await expect(engine?.search([folder.look('a.txt')], call)).rejects.toMatchObject({ name: 'EngineStopped' });
    await expect(engines.ripgrep({ pattern: '(?=x)' }, context)).rejects.toMatchObject({ code: 'pattern-invalid' });
  });

  it('takes no settings from the environment', async () => {
    const folder = folderOf({ 'a.txt': 'x\nX\n', config: '--ignore-case\n' });
    process.env.RIPGREP_CONFIG_PATH = join(folder.path, 'config');
    try {
      const engine = await engines.ripgrep({ pattern: 'x' }, folder.context);
      const outcome = await engine?.search([folder.look('a.txt')], { maxKept: 9, countsFiles: false, maxMs: 20_000 });
      expect(outcome?.matchCount).toBe(1);
    } finally {
      delete process.env.RIPGREP_CONFIG_PATH;
    }
  });
});
