import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parsePage, type ToolAnswer } from '@spillway/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createToolDesk, nextInput, type ToolDesk } from '../support/tool-desk.ts';

let desk: ToolDesk;
beforeEach(() => {
  desk = createToolDesk();
});
afterEach(() => desk.remove());

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(desk.folder, path)), { recursive: true });
  writeFileSync(join(desk.folder, path), content);
}

const grep = (input: object, maxResultBytes = 16_384): Promise<ToolAnswer> =>
  desk.call('grep_files', input, { maxResultBytes });
const bodyOf = (answer: ToolAnswer): string => parsePage(answer.text)?.body ?? `no page: ${answer.text}`;
const factsOf = (answer: ToolAnswer): string => parsePage(answer.text)?.facts.join(' · ') ?? '';

function reasonsOf({ page }: ToolAnswer): unknown[] {
  const { skippedFiles } = page as { skippedFiles: { reasons: unknown[] } };
  return skippedFiles.reasons;
}

/** Calls again with what each answer names, to the last one. */
async function walk(input: object, maxResultBytes: number): Promise<ToolAnswer[]> {
  const answers: ToolAnswer[] = [];
  for (let next: object | undefined = input; next !== undefined; next = nextInput(answers.at(-1) as ToolAnswer)) {
    answers.push(await grep(next, maxResultBytes));
    expect(answers.at(-1)?.isError, answers.at(-1)?.text).toBe(false);
  }
  return answers;
}

describe('grep_files', () => {
  it('answers with the paths of files, matching lines and lines beside them, sorted by bytes', async () => {
    put('b.log', 'one\ntwo needle\nthree\n');
    put('a/z.log', 'needle needle\n');
    put('a.log', 'x\ny\nneedle\nz\nneedle\n');
    put('B.log', 'needle');
    const answer = await grep({ pattern: 'needle', contextLines: 1 });
    expect(bodyOf(answer)).toBe(
      [
        'logs/B.log',
        '1: »needle«',
        'logs/a.log',
        '2- y',
        '3: »needle«',
        '4- z',
        '5: »needle«',
        'logs/a/z.log',
        '1: »needle« »needle«',
        'logs/b.log',
        '1- one',
        '2: two »needle«',
        '3- three',
      ].join('\n'),
    );
    expect(factsOf(answer)).toContain('6 matches in 5 lines of 4 files (4 searched) · all shown');
    expect(answer.page).toMatchObject({ matchCount: 6, matchingLines: 5, fileCount: 4, isExact: true });
  });

  it('searches a file, a folder, a root by its name, or all there is', async () => {
    put('a/x.log', 'needle\n');
    put('b.log', 'needle\n');
    const filesOf = async (input: object): Promise<string[]> =>
      bodyOf(await grep({ pattern: 'needle', ...input })).match(/^logs.*$/gm) ?? [];
    expect(await filesOf({})).toEqual(['logs/a/x.log', 'logs/b.log']);
    expect(await filesOf({ path: 'logs' })).toEqual(['logs/a/x.log', 'logs/b.log']);
    expect(await filesOf({ path: 'logs/a' })).toEqual(['logs/a/x.log']);
    expect(await filesOf({ path: 'b.log' })).toEqual(['logs/b.log']);
    expect(await filesOf({ path: join(desk.folder, 'a/x.log') })).toEqual(['logs/a/x.log']);
  });

  it('names what is wrong with a path or a pattern', async () => {
    const codeOf = async (input: object): Promise<unknown> => (await grep(input)).page?.error;
    expect(await codeOf({ pattern: 'x', path: 'logs/missing' })).toBe('source-missing');
    expect(await codeOf({ pattern: 'x', path: '../other' })).toBe('path-refused');
    expect(await codeOf({ pattern: '' })).toBe('pattern-invalid');
    expect(await codeOf({ pattern: 'a\nb', literal: true })).toBe('pattern-invalid');
    expect(await codeOf({ pattern: 'x', include: ['{a'] })).toBe('request-invalid');
    const look = await grep({ pattern: 'x(?=y)' });
    expect(look.text).toMatch(/^\[pattern-invalid\] .*look-ahead and look-behind are not supported.*contextLines/);
    expect((await grep({ pattern: '(a' })).text).toContain('missing closing )');
  });

  it('searches hidden and ignored files, not .git and node_modules; says so, and does otherwise when told', async () => {
    put('.gitignore', '*.log\n!keep.log\n/only-here\nbuild/\n');
    for (const path of [
      'a.log',
      'keep.log',
      '.hidden',
      '.git/config',
      'x/node_modules/m.js',
      'build/out',
      'x/only-here',
    ]) {
      put(path, 'needle\n');
    }
    const filesOf = (answer: ToolAnswer): string[] => bodyOf(answer).match(/^logs.*$/gm) ?? [];
    const usual = await grep({ pattern: 'needle' });
    expect(filesOf(usual)).toEqual([
      'logs/.hidden',
      'logs/a.log',
      'logs/build/out',
      'logs/keep.log',
      'logs/x/only-here',
    ]);
    expect(factsOf(usual)).toContain('hidden and git-ignored files searched too');
    expect(factsOf(usual)).toContain(
      '2 folders named .git or node_modules not searched (allFolders: true searches them)',
    );
    const strict = await grep({ pattern: 'needle', respectGitignore: true, skipHidden: true });
    expect(filesOf(strict)).toEqual(['logs/keep.log', 'logs/x/only-here']);
    const all = await grep({ pattern: 'needle', allFolders: true });
    expect(filesOf(all)).toContain('logs/.git/config');
    expect(filesOf(all)).toContain('logs/x/node_modules/m.js');
  });

  it('says what chose no file, and nothing of choosing where one file is named', async () => {
    for (const path of ['src/a.ts', 'src/deep/b.ts']) put(path, 'needle\n');
    const chosen = await grep({ pattern: 'needle', include: ['src/'] });
    expect(factsOf(chosen)).toContain(
      '0 matches in 0 files · include names none of the files here; for all below a folder write "src/**"',
    );
    expect(factsOf(await grep({ pattern: 'needle', include: ['src/**'] }))).toContain('2 matches');
    expect(factsOf(await grep({ pattern: 'needle', exclude: ['*.ts'] }))).toContain(
      '0 matches in 0 files · exclude leaves none of the files here',
    );
    expect(factsOf(await grep({ pattern: 'absent', include: ['*.ts'] }))).not.toContain('include names none');
    const one = await grep({ pattern: 'needle', path: 'logs/src/a.ts' });
    expect(factsOf(one)).toBe('1 match in 1 line of 1 file (1 searched) · all shown · matches marked »…«');
  });

  it('takes globs of what to search and what to leave out', async () => {
    for (const path of ['a.ts', 'b.js', 'src/a.ts', 'src/deep/a.ts', 'vendor/a.ts']) put(path, 'needle\n');
    const filesOf = async (input: object): Promise<string[]> =>
      bodyOf(await grep({ pattern: 'needle', ...input })).match(/^logs.*$/gm) ?? [];
    expect(await filesOf({ include: ['*.ts'], exclude: ['vendor/'] })).toEqual([
      'logs/a.ts',
      'logs/src/a.ts',
      'logs/src/deep/a.ts',
    ]);
    expect(await filesOf({ include: ['src/*.ts'] })).toEqual(['logs/src/a.ts']);
    expect(await filesOf({ include: '**/*.{js,mjs}' })).toEqual(['logs/b.js']);
    expect(await filesOf({ path: 'logs/src', include: ['deep/**'] })).toEqual(['logs/src/deep/a.ts']);
    // As answers show files, with what is searched in front.
    expect(await filesOf({ include: ['logs/src/*.ts'] })).toEqual(['logs/src/a.ts']);
    expect(await filesOf({ path: 'logs/src', include: ['logs/src/deep/**'] })).toEqual(['logs/src/deep/a.ts']);
    expect(await filesOf({ include: ['*.ts'], exclude: ['logs/src/'] })).not.toContain('logs/src/a.ts');
  });

  it('BC-062 skips what cannot be searched, with counts and the first of each kind', async () => {
    put('text.log', 'needle\n');
    put(
      'image.png',
      Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100), Buffer.from('needle')]),
    );
    put('data.bin', Buffer.alloc(4000, 1));
    put('old.log.gz', gzipSync('needle\n'));
    put('locked.log', 'needle\n');
    chmodSync(join(desk.folder, 'locked.log'), 0);
    execFileSync('mkfifo', [join(desk.folder, 'pipe')]);
    symlinkSync('/etc', join(desk.folder, 'out'));
    symlinkSync('text.log', join(desk.folder, 'latest'));
    const server = createServer().listen(join(desk.folder, 'socket'));
    try {
      const answer = await grep({ pattern: 'needle' });
      const isRoot = process.getuid?.() === 0;
      expect(answer.page?.matchCount).toBe(isRoot ? 2 : 1);
      const reasons = reasonsOf(answer);
      expect(reasons).toContainEqual({ reason: 'binary', count: 2, first: 'logs/data.bin' });
      expect(reasons).toContainEqual({ reason: 'symbolic link', count: 2, first: 'logs/latest' });
      expect(reasons).toContainEqual({ reason: 'named pipe', count: 1, first: 'logs/pipe' });
      expect(reasons).toContainEqual({ reason: 'socket', count: 1, first: 'logs/socket' });
      expect(reasons).toContainEqual({ reason: 'compressed', count: 1, first: 'logs/old.log.gz' });
      if (!isRoot) expect(reasons).toContainEqual({ reason: 'permission denied', count: 1, first: 'logs/locked.log' });
      expect(factsOf(answer)).toContain(`${isRoot ? 7 : 8} files skipped: 2 `);
    } finally {
      await new Promise((done) => server.close(done));
    }
  });

  it('searches what compressed files hold, when asked for it or for the file', async () => {
    put('app.log.1.gz', gzipSync('one\ntwo needle\n'));
    const all = await grep({ pattern: 'needle', compressed: true });
    expect(bodyOf(all)).toMatch(/^logs\/app\.log\.1\.gz · decompressed from \d+ B of gzip\n2: two »needle«$/);
    expect(bodyOf(await grep({ pattern: 'needle', path: 'app.log.1.gz' }))).toBe(bodyOf(all));
  });

  it('BC-051 BC-053 finds text of UTF-16, with and without a mark, in colours, with a byte order mark, and says which', async () => {
    put('a.txt', Buffer.from('\ufeffone\nneedle é\n', 'utf16le'));
    put('b.txt', Buffer.from('one line of some length\nneedle\n', 'utf16le').swap16());
    put('c.txt', '\u001b[31mnee\u001b[0mdle\n');
    put('d.txt', '\ufeffneedle\n');
    put('e.txt', Buffer.from('caf\xe9 needle\n', 'latin1'));
    const answer = await grep({ pattern: '^needle|. needle' });
    expect(bodyOf(answer)).toBe(
      [
        'logs/a.txt · utf-16le',
        '2: »needle« é',
        'logs/b.txt · utf-16be',
        '2: »needle«',
        'logs/c.txt',
        '1: ␛[31m»nee␛[0mdle«',
        'logs/d.txt',
        '1: »needle«',
        'logs/e.txt · not all UTF-8',
        '1: caf»\ufffd needle«',
      ].join('\n'),
    );
    expect(factsOf(answer)).toContain('1 file not all UTF-8: other bytes are searched as \ufffd');
    expect(factsOf(answer)).toContain('terminal codes passed over');
  });

  it('BC-105 shows names so that they open as they are shown', async () => {
    const names = ['a\nb.log', '\u001b[2J.log', '"q".log', '-x.log', 'é.log'];
    for (const name of names) put(name, 'needle\n');
    writeFileSync(Buffer.concat([Buffer.from(`${desk.folder}/`), Buffer.from([0xff, 0xfe, 0x78])]), 'needle\n');
    const answer = await grep({ pattern: 'needle' });
    const shown = bodyOf(answer)
      .split('\n')
      .filter((line) => line.startsWith('logs/'));
    expect(shown).toHaveLength(6);
    for (const path of shown) {
      const again = await grep({ pattern: 'needle', path });
      expect(bodyOf(again)).toBe(`${path}\n1: »needle«`);
    }
  });

  it('counts for each file', async () => {
    put('a.log', 'x x\nx\n');
    put('b.log', 'y\n');
    put('c.log', 'x\n');
    const answer = await grep({ pattern: 'x', countOnly: true });
    expect(bodyOf(answer)).toBe('logs/a.log: 3 matches in 2 lines\nlogs/c.log: 1 match in 1 line');
    expect(factsOf(answer)).toContain('4 matches in 3 lines of 2 files (3 searched)');
    const answers = await walk({ pattern: 'x', countOnly: true, path: 'logs' }, 1024);
    expect(answers.map(bodyOf).join('\n')).toBe(bodyOf(answer));
  });

  it('says how many files have no match, and that case was told apart', async () => {
    put('a.log', 'Needle\n');
    put('empty.log', '');
    const answer = await grep({ pattern: 'needle' });
    expect(bodyOf(answer)).toBe('');
    expect(factsOf(answer)).toContain('0 matches in 2 files · upper and lower case told apart');
    expect(factsOf(await grep({ pattern: 'needle', ignoreCase: true }))).toContain('1 match in 1 line of 1 file');
  });

  it('finds what ripgrep does not take', async () => {
    put('a.log', 'xx\n');
    expect((await grep({ pattern: '(?P<1>x)' })).page).toMatchObject({ matchCount: 2 });
    expect((await grep({ pattern: '(?P<1>x)', countOnly: true })).page).toMatchObject({ matchCount: 2 });
  });

  it('finds a pattern that matches nothing as grep_result does', async () => {
    put('a.log', 'ab\n\nb\n');
    const answer = await grep({ pattern: 'a*' });
    expect(answer.page).toMatchObject({ matchCount: 6, matchingLines: 3 });
  });

  it('BC-096 shows a window around the match in a line of 1 MB, with its byte', async () => {
    put('min.js', `${'x'.repeat(900_000)}NEEDLE${'y'.repeat(99_994)}`);
    const answer = await grep({ pattern: 'NEEDLE' });
    const [, row = ''] = bodyOf(answer).split('\n');
    expect(row).toContain('»NEEDLE«');
    expect(row).toMatch(/^1: @900000: …x+/);
    expect(Buffer.byteLength(row)).toBeLessThan(2048);
  });

  it('BC-097 shows the matched text of a long line and a byte offset that read_file takes', async () => {
    put('a.json', `first\n${'-'.repeat(550)}secret word${'-'.repeat(200)}\n`);
    const answer = await grep({ pattern: 'secret \\w+' });
    expect(bodyOf(answer)).toContain('»secret word«');
    const offset = /@(\d+):/.exec(bodyOf(answer))?.[1];
    expect(offset).toBe('556');
  });

  it('BC-101 answers for nested repeats while the event loop goes on', async () => {
    put('a.txt', `${'a'.repeat(40)}!\n`.repeat(1000));
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    const answer = await grep({ pattern: '(a+)+$' });
    clearInterval(timer);
    expect(answer.page?.matchCount).toBe(0);
    expect(longest).toBeLessThan(1000);
  });

  it('BC-161 finds the one match behind 1,200 files without one', async () => {
    for (let at = 0; at < 1200; at++) put(`noise/${String(at).padStart(4, '0')}.log`, 'nothing here\n');
    put('zz.log', 'needle\n');
    const answer = await grep({ pattern: 'needle' }, 1024);
    expect(bodyOf(answer)).toBe('logs/zz.log\n1: »needle«');
    expect(factsOf(answer)).toContain('1 match in 1 line of 1 file (1,201 searched)');
  });

  it.each([50, 51])(
    'BC-162 reaches all of %i matches by the cursor, in one file and over as many files',
    async (count) => {
      put('one.log', Array.from({ length: count }, (_, at) => `needle ${at} ${'x'.repeat(40)}\n`).join(''));
      for (let at = 0; at < count; at++) put(`many/${at}.log`, `needle ${'y'.repeat(40)}\n`);
      const answers = await walk({ pattern: 'needle' }, 2048);
      expect(answers.length).toBeGreaterThan(2);
      const pages = answers.map(
        ({ page }) => page as { matchCount: number; shownMatches: number; omittedMatches: number },
      );
      let left = 2 * count;
      for (const page of pages) {
        expect(page.matchCount).toBe(left);
        left -= page.shownMatches;
        expect(page.omittedMatches).toBe(left);
      }
      expect(left).toBe(0);
      const rows = answers.flatMap((answer) => bodyOf(answer).split('\n'));
      expect(rows.filter((row) => row.includes('»needle«'))).toHaveLength(2 * count);
      expect(new Set(rows.filter((row) => row.startsWith('logs/many/'))).size).toBe(count);
    },
  );

  it('BC-041 says where the file of a cursor was changed, replaced or taken away', async () => {
    const lines = 'needle and some more text to fill the line\n'.repeat(200);
    put('a.log', lines);
    put('b.log', lines);
    const next = nextInput(await grep({ pattern: 'needle' }, 2048)) as object;
    put('a.log', `${lines}needle at the end\n`);
    const grown = await grep(next, 2048);
    expect(factsOf(grown)).toContain('the file has grown since the last answer');
    put('a.log', lines.replace('needle', 'NEEDLE'));
    expect((await grep(next)).page?.error).toBe('source-changed');
    put('c.log', lines);
    renameSync(join(desk.folder, 'c.log'), join(desk.folder, 'a.log'));
    expect((await grep(next)).page?.error).toBe('source-changed');
    rmSync(join(desk.folder, 'a.log'));
    expect((await grep(next)).text).toContain('Search again without a cursor');
    expect((await grep({ ...next, pattern: 'more' })).page?.error).not.toBe(undefined);
  });

  it('needs room for a long path, and says how much', async () => {
    const deep = `${'d'.repeat(200)}/`.repeat(5);
    put(`${deep}a.log`, 'needle\n');
    const answer = await grep({ pattern: 'needle' }, 1024);
    expect(answer.text).toMatch(/^\[budget-too-small\]/);
    const needed = Number(/it needs (\d+)/.exec(answer.text)?.[1]);
    expect(needed).toBeGreaterThan(1024);
    const enough = await grep({ pattern: 'needle' }, needed);
    expect(enough.isError).toBe(false);
    expect(bodyOf(enough)).toBe(`logs/${deep}a.log\n1: »needle«`);
  });
});
