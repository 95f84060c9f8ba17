import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { answerFilesGrep, type FilesAnswerOptions } from '../../src/grep-files/answer/answer-files.ts';
import { writeFilesPage } from '../../src/grep-files/answer/files-page.ts';
import { createOpenAhead } from '../../src/grep-files/open-ahead.ts';
import type { SearchFile } from '../../src/grep-files/search-file.ts';
import { searchFiles } from '../../src/grep-files/search-files.ts';
import { createSkipLog } from '../../src/grep-files/skipped-files.ts';
import { createSearchFolder, engines, type SearchFolder } from './support/search-folder.ts';

let folder: SearchFolder;
afterEach(() => folder.remove());

const options: FilesAnswerOptions = { maxBytes: 8192, formatNext: (cursor) => `grep_files {"cursor":"${cursor}"}` };

describe.each([
  ['ripgrep', undefined],
  ['core', null],
])('a search with %s whose time is over', (_, ripgrep) => {
  it('BC-161 says so, and reaches everything by the cursor, even without any time', async () => {
    folder = createSearchFolder();
    const line = `${'x'.repeat(90)} needle\n`;
    for (let at = 0; at < 12; at++) folder.write(`${at}.log`, at % 2 === 0 ? line.repeat(50) : 'nothing\n');
    let shown = 0;
    let answers = 0;
    let stopped = 0;
    const seen = new Set<string>();
    for (let cursor: string | undefined; ; ) {
      const request = { pattern: 'needle', ...(cursor !== undefined && { cursor }) };
      const given = { ...options, maxScanMs: 0, ...(ripgrep === null && { ripgrep }) };
      const { page, text } = await answerFilesGrep(folder.context, request, given);
      if (page.stoppedIn !== undefined) {
        stopped++;
        expect(page.isExact).toBe(false);
        expect(text).not.toMatch(/ · 0 matches/);
      }
      shown += page.shownMatches;
      answers++;
      cursor = page.next;
      if (cursor === undefined) break;
      expect(seen.has(cursor)).toBe(false);
      seen.add(cursor);
    }
    expect(shown).toBe(300);
    expect(stopped).toBeGreaterThan(3);
    expect(answers).toBeLessThan(100);
  });
});

describe('a file that changes after it was searched', () => {
  async function pageAfter(change: (path: (name: string) => string) => void, maxContentBytes = 4096) {
    folder = createSearchFolder({ 'a.log': 'needle one\n', 'b.log': 'two needle\n', 'c.log': 'needle\n' });
    const request = { pattern: 'needle' };
    const [ripgrep, core] = [
      await engines.ripgrep(request, folder.context),
      await engines.core(request, folder.context),
    ];
    if (ripgrep === undefined || core === undefined) throw new Error('no engine');
    const skips = createSkipLog();
    const files = ['a.log', 'b.log', 'c.log'].map((name) => folder.look(name));
    async function* each(): AsyncGenerator<SearchFile> {
      yield* files;
    }
    const limits = { maxKept: 100, maxRowBytes: 65_536, countsFiles: false, maxMs: 20_000 };
    const { context } = folder;
    const ahead = createOpenAhead(context);
    const onFound = ahead.begin;
    const options = { engines: { ripgrep, core }, files: each(), skips, show: () => '', onFound, ...limits };
    const search = await searchFiles(options);
    expect(search.matchCount).toBe(3);
    change((name) => join(folder.path, name));
    const source = { search, request, context, open: ahead.take, skips, leftOutFolders: 0, emptyFiles: 0 };
    const page = await writeFilesPage(source, maxContentBytes);
    await ahead.close();
    return page;
  }

  it('is shown where it has only grown', async () => {
    const page = await pageAfter((path) => appendFileSync(path('a.log'), 'needle more\n'));
    expect(page).toMatchObject({ matchCount: 3, shownMatches: 3, isExact: true });
  });

  it.each<[string, string, (path: (name: string) => string) => void]>([
    ['edited', 'changed while it was searched', (path) => writeFileSync(path('b.log'), 'three words now\n')],
    ['shorter', 'changed while it was searched', (path) => writeFileSync(path('b.log'), 'x\n')],
    [
      'another file',
      'changed while it was searched',
      (path) => {
        writeFileSync(path('new'), 'something else\n');
        renameSync(path('new'), path('b.log'));
      },
    ],
    ['gone', 'gone while it was searched', (path) => rmSync(path('b.log'))],
    [
      'a folder',
      'not readable',
      (path) => {
        rmSync(path('b.log'));
        mkdirSync(path('b.log'));
      },
    ],
  ])('is left out and told where it is %s by now', async (_what, reason, change) => {
    const page = await pageAfter(change);
    expect(page).toMatchObject({ matchCount: 2, shownMatches: 2, fileCount: 2, isExact: false });
    expect(page.content).toBe('logs/a.log\n1: »needle« one\nlogs/c.log\n1: »needle«');
    expect(page.skippedFiles).toEqual({ count: 1, reasons: [{ reason, count: 1, first: 'logs/b.log' }] });
  });
});

describe('where the file is gone in which the next answer would begin', () => {
  /** Of three files with a match each, the first is shown; then some of them go. */
  async function pageWithout(...gone: string[]) {
    folder = createSearchFolder({ 'a.log': 'needle one\n', 'b.log': 'two needle\n', 'c.log': 'needle\n' });
    const request = { pattern: 'needle' };
    const core = await engines.core(request, folder.context);
    if (core === undefined) throw new Error('no engine');
    const skips = createSkipLog();
    const files = ['a.log', 'b.log', 'c.log'].map((name) => folder.look(name));
    async function* each(): AsyncGenerator<SearchFile> {
      yield* files;
    }
    const limits = { maxKept: 100, maxRowBytes: 65_536, countsFiles: false, maxMs: 20_000 };
    const search = await searchFiles({ engines: { core }, files: each(), skips, show: () => '', ...limits });
    const { context } = folder;
    const { take: open } = createOpenAhead(context);
    const writing = writeFilesPage({ search, request, context, open, skips, leftOutFolders: 0, emptyFiles: 0 }, 170);
    // The first file is open by now.
    for (const name of gone) rmSync(join(folder.path, name));
    return writing;
  }

  it('goes on with the next one, and tells', async () => {
    const page = await pageWithout('b.log');
    expect(page).toMatchObject({
      content: 'logs/a.log\n1: »needle« one',
      matchCount: 2,
      shownMatches: 1,
      isExact: false,
    });
    const reasons = [{ reason: 'gone while it was searched', count: 1, first: 'logs/b.log' }];
    expect(page.skippedFiles).toEqual({ count: 1, reasons });
    const request = { pattern: 'needle', cursor: page.next as string };
    const { page: next } = await answerFilesGrep(folder.context, request, options);
    expect(next).toMatchObject({ content: 'logs/c.log\n1: »needle«', shownMatches: 1 });
    expect(next.next).toBeUndefined();
  });

  it('goes on behind it where it is shorter by now', async () => {
    const rows = 'needle\n'.repeat(40);
    folder = createSearchFolder({ 'a.log': rows, 'b.log': 'needle\n' });
    const found = folder.look('a.log');
    const matches = Array.from({ length: 40 }, (_, at) => ({
      start: at * 7,
      end: at * 7 + 6,
      line: at + 1,
      text: 'needle',
    }));
    const counts = { matchCount: 40, matchingLines: 40 };
    const search = {
      found: [{ file: found, matches, ...counts, isExact: true, hasEscapes: false }],
      ...{ ...counts, fileCount: 1, searchedFiles: 2, lossyFiles: 0 },
      stop: { file: found, place: { offset: 200, line: 29 } },
    };
    const request = { pattern: 'needle' };
    writeFileSync(join(folder.path, 'a.log'), 'needle\n');
    const { context } = folder;
    const skips = createSkipLog();
    const { take: open } = createOpenAhead(context);
    const source = { search, request, context, open, skips, leftOutFolders: 0, emptyFiles: 0 };
    const page = await writeFilesPage(source, 4096);
    expect(page.skippedFiles.reasons.map(({ reason }) => reason)).toContain('became shorter while it was searched');
    const { page: next } = await answerFilesGrep(context, { ...request, cursor: page.next as string }, options);
    expect(next.content).toBe('logs/b.log\n1: »needle«');
  });

  it('goes on at the end of the last one that is there where nothing follows any more', async () => {
    const page = await pageWithout('b.log', 'c.log');
    expect(page).toMatchObject({
      content: 'logs/a.log\n1: »needle« one',
      matchCount: 1,
      shownMatches: 1,
      isExact: false,
    });
    folder.write('d.log', 'a later needle\n');
    const request = { pattern: 'needle', cursor: page.next as string };
    const { page: next } = await answerFilesGrep(folder.context, request, options);
    expect(next).toMatchObject({ content: 'logs/d.log\n1: a later »needle«', shownMatches: 1 });
  });
});

it('BC-099 keeps its memory flat where every line of 200 MB matches', async () => {
  folder = createSearchFolder();
  for (let at = 0; at < 4; at++) folder.write(`${at}.log`, 'needle in every line of this log\n'.repeat(1_500_000));
  const before = process.memoryUsage().rss;
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 10);
  const { page } = await answerFilesGrep(folder.context, { pattern: 'needle' }, { ...options, maxScanMs: 60_000 });
  clearInterval(timer);
  expect(page).toMatchObject({ matchCount: 6_000_000, fileCount: 4, isExact: true });
  expect(most - before).toBeLessThan(100_000_000);
});
