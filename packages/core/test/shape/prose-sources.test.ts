import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createDiffFinder } from '../../src/shape/prose/diff-files.ts';
import { detectShape } from '../../src/shape/shapes.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function describeText(content: string | Uint8Array, width = 65_536) {
  const bytes = typeof content === 'string' ? encode(content) : content;
  const shape = detectShape(bytes.subarray(0, 65_536), bytes.length <= 65_536);
  const describer = shape.createDescriber();
  for (let at = 0; at < bytes.length; at += width) describer.write(bytes.slice(at, at + width));
  const description = describer.end();
  return { ...description, preview: shape.preview(description, 4_096) };
}

const rows = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${row(at)}\n`).join('');
const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.includes('node_modules'))
    .map((name) => join(folder, name));

describe('source code', () => {
  const own = [...filesIn('packages/core/src', '.ts'), ...filesIn('packages/gateway/src', '.ts')];
  const read = own
    .map((path) => ({ path, bytes: readFileSync(join(root, path)) }))
    .filter(({ bytes }) => bytes.length > 3_000);

  it('is never a log, and is named, in the sources of this repository', () => {
    expect(read.length).toBeGreaterThan(30);
    const described = read.map(({ path, bytes }) => ({ path, ...describeText(bytes) }));
    expect(described.filter(({ shape }) => shape !== 'prose').map(({ path }) => path)).toEqual([]);
    const named = described.filter(({ headline }) => headline.startsWith('code, '));
    expect(named.length).toBeGreaterThanOrEqual(Math.floor(described.length * 0.95));
  });

  it('is code, however alike its lines are: declarations of Node', () => {
    const described = describeText(readFileSync(join(root, 'node_modules/@types/node/fs.d.ts')));
    expect(described).toMatchObject({ shape: 'prose', mediaType: 'text/plain' });
    expect(described.headline).toMatch(/^code, [\d,]+ lines/);
  });

  it.each([
    [
      'a class of Python',
      `import os\n\n${rows(40, (at) => `def part_${at}(self, x):\n    """Part."""\n    y = x + ${at}\n    return self.do(y)`)}`,
    ],
    ['C', `#include <stdio.h>\n\n${rows(40, (at) => `static int part_${at}(int x)\n{\n\treturn x + ${at};\n}`)}`],
    ['Go', `package main\n\n${rows(40, (at) => `func part${at}(x int) int {\n\ty := x + ${at}\n\treturn y\n}`)}`],
    ['a style sheet', rows(60, (at) => `.part-${at} {\n  color: red;\n  width: ${at}px;\n}`)],
  ])('is code: %s', (_, text) => {
    expect(describeText(text).headline).toMatch(/^code, /);
  });
});

describe('YAML', () => {
  const pods = `apiVersion: v1\nitems:\n${rows(300, (at) => `- metadata:\n    name: pod-${at}\n    labels:\n      app: web\n  status:\n    phase: Running\n    restarts: ${at % 3}`)}kind: List\n`;

  it.each([
    ['a list that repeats itself', pods],
    [
      'with comments, texts and documents',
      `# one\n---\nname: a\nrun: |\n  make all\n  make: test\n\njobs:\n  test:\n    steps:\n      - uses: x\n        with:\n          a: 1\n---\nname: b\n`,
    ],
  ])('is named: %s', (_, text) => {
    expect(describeText(text)).toMatchObject({ shape: 'prose', mediaType: 'application/yaml' });
    expect(describeText(text).headline).toMatch(/^YAML, /);
  });

  it.each([
    [
      'headers of packages',
      rows(40, (at) => `Package: p${at}\nVersion: 1.${at}\nDescription: some words\n more of them\n`),
    ],
    ['a list of numbers', rows(60, (at) => `Mem${at}:    ${at * 100} kB`)],
    ['stack traces', rows(30, (at) => `Error: boom ${at}\n    at f (file.js:${at}:1)\n    at g (file.js:2:1)`)],
    ['levels and words', rows(60, (at) => `info: served ${at}\nerror: lost ${at}`)],
  ])('is not seen in %s', (_, text) => {
    expect(describeText(text).headline).not.toMatch(/^(?:YAML|code|HTML|diff)/);
  });
});

describe('HTML and XML', () => {
  const table = rows(500, (at) => `<tr><td>${at}</td><td>name ${at}</td></tr>`);

  it.each([
    ['HTML', `<!DOCTYPE html>\n<html><body><table>\n${table}</table></body></html>\n`],
    ['HTML', `<!-- made today -->\n<div class="a">\n${table}</div>\n`],
    ['HTML', `<?xml version="1.0"?>\n<!DOCTYPE html>\n<html lang="de">\n${table}</html>\n`],
    ['XML', `<?xml version="1.0"?>\n<rows>\n${rows(500, (at) => `<row id="${at}"/>`)}</rows>\n`],
  ])('are named: %s', (name, text) => {
    expect(describeText(text).shape).toBe('prose');
    expect(describeText(text).headline.split(',')[0]).toBe(name);
  });

  it('are not seen in priorities of syslog', () => {
    expect(describeText(rows(60, (at) => `<34>Nov 30 03:39:${10 + (at % 50)} web su: failed for ${at}`)).shape).toBe(
      'log',
    );
  });
});

describe('a diff', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spillway-diff-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...words: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false', ...words], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  git('init', '-q');
  for (let at = 0; at < 12; at++)
    write(
      `file ${at}.sql`,
      rows(200, (line) => `-- line ${line} of ${at}`),
    );
  write(
    'log.txt',
    rows(200, (at) => `2026-11-30T03:39:10Z INFO served ${at}`),
  );
  git('add', '.');
  git('commit', '-qm', 'first');
  for (let at = 0; at < 12; at++)
    write(
      `file ${at}.sql`,
      rows(200, (line) => (line % 50 === 9 ? `++ new ${line}` : `-- line ${line} of ${at}`)),
    );
  write(
    'log.txt',
    rows(200, (at) => `2026-11-30T03:39:11Z INFO served ${at}`),
  );

  // Lines `--- line 9 of 0` and `+++ new 9` stand in its hunks.
  it.each([
    ['plain', ['diff']],
    ['coloured', ['diff', '--color=always']],
    ['without context', ['diff', '-U0']],
    ['with a commit before it', ['stash', 'show', '-p']],
  ])('of git counts its files: %s', (_, words) => {
    if (words[0] === 'stash') git('stash', '-q');
    const text = git(...words);
    if (words[0] === 'stash') git('stash', 'pop', '-q');
    const described = describeText(text);
    expect(described).toMatchObject({ shape: 'prose', mediaType: 'text/x-diff' });
    expect(described.headline).toMatch(/^diff of 13 files, [\d,]+ lines/);
    expect(described.preview.split('\n')[0]).toBe('| 13 changed files, by line:');
    const plain = text.replace(/\u001b\[[0-9;]*m/g, '');
    const line = plain.split('\n').indexOf('diff --git a/file 11.sql b/file 11.sql') + 1;
    const row = new RegExp(`^ *${line}\\D+file 11\\.sql$`);
    expect(described.preview.split('\n').some((each) => row.test(each))).toBe(true);
    for (const width of [1, 7, 1_000]) expect(describeText(text, width).headline).toBe(described.headline);
  });

  it('of several commits counts each file once', () => {
    git('add', '.');
    git('commit', '-qm', 'second');
    expect(describeText(git('log', '-p')).headline).toMatch(/^diff of 13 files, /);
    expect(describeText(git('log')).headline).toMatch(/^text, /);
  });

  it('names its files once, and says which was renamed', () => {
    const change = (names: string, between = ''): string =>
      `diff --git ${names}\n${between}--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n`;
    const renamed = (from: string, to: string): string => `rename from ${from}\nrename to ${to}\n`;
    const log = [
      change('a/b.txt b/b.txt'),
      change('a/a.txt b/b.txt', `similarity index 99%\n${renamed('a.txt', 'b.txt')}`),
      change('a/a.txt b/a.txt', 'new file mode 100644\n'),
      `diff --git a/one b/two/one\nsimilarity index 100%\n${renamed('one', 'two/one')}`,
      'diff --git a/three b/four\ncopy from three\ncopy to four\n',
      'diff --git a/dot.png b/dash.png\nBinary files a/dot.png and b/dash.png differ\n',
      change('a/b.txt b/b.txt'),
    ].join('');
    for (const width of [1, 7, 1_000]) {
      const described = describeText(log, width);
      expect(described.headline).toBe('diff of 5 files, 37 lines');
      expect(described.preview.split('\n').slice(0, 6)).toEqual([
        '| 5 changed files, by line:',
        ' 1| b.txt (line 7: a.txt → b.txt)',
        '16| a.txt',
        '23| one → two/one',
        '27| four',
        '30| dash.png',
      ]);
    }
  });

  it('names a file that is deleted by its old name, with and without git', () => {
    const gone = (name: string): string => `--- a/${name}\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n`;
    const described = describeText(`${gone('old 1')}${gone('old 2')}diff --git "a/\\303" "b/\\303"\n${gone('x')}`);
    expect(described.preview.split('\n').slice(0, 4)).toEqual([
      '| 3 changed files, by line:',
      ' 2| old 1',
      ' 6| old 2',
      ' 9| \\303',
    ]);
  });

  it('of more files than are counted says so twice, with one number', () => {
    const text = rows(10_002, (at) => `diff --git a/${at} b/${at}\nBinary files a/${at} and b/${at} differ`);
    const described = describeText(text);
    expect(described.headline).toBe('diff of over 10,000 files, 20,004 lines');
    expect(described.preview).toMatch(/^\| over 10,000 changed files, by line:\n/);
    expect(described.preview).toMatch(/^ *\| … over 9,\d\d\d more changed files …$/m);
  });

  it('of diff -u is known too', () => {
    const change = (name: string): string =>
      `--- a/${name}\t2026\n+++ b/${name}\t2026\n@@ -1,2 +1,2 @@\n a\n-${'-'.repeat(2)} x\n+${'+'.repeat(2)} y\n`;
    expect(describeText(change('one') + change('two')).headline).toBe('diff of 2 files, 12 lines');
  });

  it('is not looked for behind 400 lines without one', () => {
    const finder = createDiffFinder();
    finder.write({ bytes: encode(`${'x\n'.repeat(400)}diff --git a/x b/x\n`), line: 1, startsMidLine: false });
    expect(finder.end()).toMatchObject({ count: 0, isExact: true });
  });
});

describe('logs stay logs', () => {
  it.each([
    [
      'access',
      rows(
        200,
        (at) => `10.0.0.${at % 7} - - [30/Nov/2026:03:39:10 +0000] "GET /a/${at} HTTP/1.1" ${at % 9 ? 200 : 404} ${at}`,
      ),
    ],
    ['syslog', rows(100, (at) => `Nov 30 03:39:10 web sshd[${at}]: Failed password for root from 10.0.0.${at % 9}`)],
    ['journald', rows(100, (at) => `Nov 30 03:39:10 web systemd[1]: Started Session ${at} of user ada.`)],
    ['JSON a line', rows(100, (at) => `2026-11-30 03:39:10 {"level":"info","id":${at}}`)],
    ['python', rows(60, (at) => `INFO:root:import of part ${at} done (took ${at} ms)`)],
    [
      'stack traces of Java',
      rows(
        40,
        (at) =>
          `2026-11-30 03:39:10 ERROR x\njava.lang.RuntimeException: part ${at}\n\tat com.x.Y.run(Y.java:${at})\n\tat com.x.Z.main(Z.java:1)`,
      ),
    ],
    [
      'stack traces of Node',
      rows(
        40,
        (at) =>
          `Error: boom ${at}\n    at f (/app/a.js:${at}:9)\n    at g (/app/b.js:2:1)\n    at main (/app/c.js:3:1)`,
      ),
    ],
    ['tests', rows(100, (at) => ` \u001b[32m✓\u001b[39m packages/core/test/part-${at}.test.ts (${at} tests) ${at}ms`)],
  ])('%s', (_, text) => {
    expect(describeText(text).shape).toBe('log');
  });
});
