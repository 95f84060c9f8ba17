import { describe, expect, it } from 'vitest';
import { jsonEscapedLength } from '../../src/bytes/escaped-length.ts';
import { proseShape } from '../../src/shape/prose.ts';

const describeProse = (text: string | Uint8Array) => {
  const describer = proseShape.createDescriber();
  describer.write(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  return describer.end();
};
const previewOf = (text: string | Uint8Array, maxBytes = 4_096, isError = false) =>
  proseShape.preview(describeProse(text), maxBytes, isError);
const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${line(at + 1)}\n`).join('');

const build = [
  '$ npm run build\n\n> shop@4.2.0 build\n> tsc\n\n',
  lines(900, (at) => `checked module number ${at} of the shop`),
  "src/cart.ts(118,24): error TS2345: Argument of type 'undefined' is not assignable.\n",
  "  Type 'undefined' is not assignable to type 'string'.\n\n118     const total = price(cart.currency);\n",
  lines(700, (at) => `checked page number ${at} of the shop`),
  'Found 1 error.\nnpm ERR! code ELIFECYCLE\nnpm ERR! errno 2\n',
].join('');

describe('the prose shape', () => {
  it('describes a text by its lines', () => {
    expect(describeProse(lines(3_000, (at) => `line ${at}`))).toMatchObject({
      shape: 'prose',
      headline: 'text, 3,000 lines',
      mediaType: 'text/plain',
      encoding: 'utf-8',
      lineCount: 3_000,
    });
    expect(describeProse('').headline).toBe('text, empty');
    expect(describeProse('x'.repeat(64_000_000)).headline).toBe('text, one line of 64,000,000 B');
    expect(describeProse(`a\n${'x'.repeat(20_000)}\nb`).headline).toBe('text, 3 lines, longest 20,000 B');
  });

  it('shows whole lines from the start, and the last', () => {
    const text = lines(3_000, (at) => `line ${at} of a long text`);
    const preview = previewOf(text, 400).split('\n');
    expect(preview.slice(0, 2)).toEqual(['   1| line 1 of a long text', '   2| line 2 of a long text']);
    expect(preview.slice(-3)).toEqual([
      '  11| line 11 of a long text',
      '    | … 2,988 lines not shown …',
      '3000| line 3000 of a long text',
    ]);
  });

  it('suggests to read on where the usual preview ends', () => {
    const text = lines(3_000, (at) => `line ${at} of a long text`);
    const shown = previewOf(text)
      .split('\n')
      .findIndex((row) => row.includes('not shown'));
    expect(shown).toBe(131);
    expect(proseShape.suggest(describeProse(text))).toEqual([{ kind: 'page', startLine: 132, lineCount: 400 }]);
    expect(proseShape.suggest(describeProse(text), 0)).toEqual([{ kind: 'page', startLine: 1, lineCount: 400 }]);
  });

  it('shows the start of one long line, and where reading goes on', () => {
    const text = `${'word '.repeat(20_000)}end`;
    expect(previewOf(text, 100)).toBe(`1| ${'word '.repeat(15)}wo… (100,003 B line)`);
    expect(proseShape.suggest(describeProse(text))).toEqual([{ kind: 'offset', offset: 4_000 }]);
  });

  it('shows a document by its headings, then its start', () => {
    const text = `# Guide\n\nAll of it.\n\n${lines(40, (at) => `## Part ${at}\n\n- **one** thing\n\n\`\`\`sh\n# no heading\n\`\`\``)}`;
    const preview = previewOf(text).split('\n');
    expect(describeProse(text)).toMatchObject({
      headline: 'Markdown, 284 lines, 41 headings',
      mediaType: 'text/markdown',
    });
    expect(preview.slice(0, 3)).toEqual(['| 41 headings, by line:', '  1| # Guide', '  5| ## Part 1']);
    expect(preview.slice(42, 44)).toEqual(['  1| # Guide', '  2| ']);
  });

  it('shows the upper headings where not all fit, and says how many there are', () => {
    const text = `# Guide\n\n- a\n\n${lines(20, (at) => `## Part ${at}\n\n### Detail ${at}\n`)}`;
    const preview = previewOf(text, 1_000).split('\n');
    expect(preview[0]).toBe('| 41 headings, by line; here the 21 of level 1 to 2:');
    expect(preview.slice(1, 4)).toEqual([' 1| # Guide', ' 5| ## Part 1', ' 9| ## Part 2']);
    expect(preview[21]).toBe('81| ## Part 20');
  });

  it('shows start, end and the error of a failed build', () => {
    const preview = previewOf(build).split('\n');
    expect(preview[0]).toBe('| 3 lines with error words: error TS 1, ERR! 2');
    expect(preview).toContain('   1| $ npm run build');
    expect(preview).toContain(
      " 906| src/cart.ts(118,24): error TS2345: Argument of type 'undefined' is not assignable.",
    );
    expect(preview).toContain(' 909| 118     const total = price(cart.currency);');
    expect(preview.at(-1)).toBe('1612| npm ERR! errno 2');
    expect(preview.filter((row) => row.includes('not shown'))).toHaveLength(2);
    expect(describeProse(build).headline).toBe('text, 1,612 lines, 3 with error words');
  });

  it('suggests the lines around the error, and a pattern that matches as many lines as it says', () => {
    expect(proseShape.suggest(describeProse(build))).toEqual([
      { kind: 'page', startLine: 901, lineCount: 40 },
      { kind: 'page', startLine: 18, lineCount: 400 },
      { kind: 'grep', pattern: 'error TS|ERR!' },
    ]);
    expect(build.split('\n').filter((line) => /error TS|ERR!/u.test(line))).toHaveLength(3);
  });

  it('reads on behind the start that is shown, to an error close by or from one that is shown', () => {
    const failed = (line: number, length: number): string =>
      lines(900, (at) => (at === line ? `fatal: ${'x'.repeat(length)}` : `step ${at}`));
    const suggested = (text: string) => proseShape.suggest(describeProse(text), 600);
    const grep = { kind: 'grep', pattern: 'fatal' };
    expect(previewOf(failed(51, 390), 600)).toContain('\n  6| step 6\n   | … 880 lines not shown …\n');
    expect(suggested(failed(51, 390))).toEqual([{ kind: 'page', startLine: 7, lineCount: 79 }, grep]);
    expect(suggested(failed(400, 390))).toEqual([
      { kind: 'page', startLine: 395, lineCount: 40 },
      { kind: 'page', startLine: 7, lineCount: 400 },
      grep,
    ]);
    const [, lastShown = ''] = /(\d+)\| step \1\n *\| … [\d,]+ lines not/.exec(previewOf(failed(3, 20), 600)) ?? [];
    expect(suggested(failed(3, 20))).toEqual([
      { kind: 'page', startLine: Number(lastShown) + 1, lineCount: 400 },
      grep,
    ]);
  });

  it('searches a single line for the error words that it holds', () => {
    const text = `${'word '.repeat(20_000)}npm ERR! code ENOENT ${'word '.repeat(20_000)}`;
    expect(proseShape.suggest(describeProse(text))).toEqual([
      { kind: 'offset', offset: 4_000 },
      { kind: 'grep', pattern: 'ERR!' },
    ]);
  });

  it('suggests the rarest error word where all of them together match too much', () => {
    const noisy = `${lines(200, (at) => `a.c:${at}:1: error: no such thing ${at}`)}panic: out of memory\n`;
    expect(proseShape.suggest(describeProse(noisy)).at(-1)).toEqual({ kind: 'grep', pattern: 'panic' });
  });

  it('shows the frames of a traceback from its first and its last', () => {
    const trace = `start\nTraceback (most recent call last):\n${lines(300, (at) => `  File "layer_${at}.py", line ${at}, in forward`)}RuntimeError: shapes differ\n`;
    const preview = previewOf(trace, 1_000).split('\n');
    expect(preview[0]).toBe('| 2 lines with error words: Error: 1, Traceback 1');
    expect(preview).toContain('  2| Traceback (most recent call last):');
    expect(preview.at(-1)).toBe('303| RuntimeError: shapes differ');
  });

  it.each([
    '错误: 数据库连接失败',
    '[エラー] 接続できません',
    'Ошибка: нет соединения',
    'Fehler: keine Verbindung',
    'Erreur : échec',
  ])('shows %s of a text in another language', (error) => {
    const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta'];
    const text = lines(2_000, (at) => (at === 1_200 ? error : `${words[at % 7]} ${words[(at * 3) % 5]} 完成 ${at}`));
    expect(describeProse(text).headline).toBe('text, 2,000 lines, 1 with error words');
    expect(previewOf(text)).toContain(`\n1200| ${error}\n`);
  });

  it('finds errors that are coloured, and shows them without the colour', () => {
    const rust = `${lines(100, (at) => `   Compiling crate number ${at}`)}\u001b[1m\u001b[31merror\u001b[0m\u001b[1m: mismatched types\u001b[0m\n${lines(100, (at) => `tail ${at}`)}`;
    const preview = previewOf(rust, 1_000);
    expect(preview).toContain('101| error: mismatched types');
    expect(proseShape.suggest(describeProse(rust)).at(-1)).toEqual({ kind: 'grep', pattern: 'error\\x1b' });
    expect(rust.split('\n').filter((line) => /error\x1b/u.test(line))).toHaveLength(1);
  });

  it('shows the end of any text of a tool that failed', () => {
    const text = lines(500, (at) => `step ${at}`);
    expect(previewOf(text, 300, true).split('\n').at(-1)).toBe('500| step 500');
    expect(
      previewOf(text, 300, true)
        .split('\n')
        .filter((row) => /step 4\d\d/u.test(row)).length,
    ).toBeGreaterThan(3);
    expect(
      previewOf(text, 300, false)
        .split('\n')
        .filter((row) => /step 4\d\d/u.test(row)).length,
    ).toBeLessThan(3);
  });

  it.each([
    [
      'code that handles errors',
      'import x from "x";\n\nfunction f(error: Error) {\n  if (error) throw new Error("no");\n}\n',
    ],
    ['a document on errors', '# Errors\n\n- **one**\n\n## Exit\n\nWhat Error: means.\n'],
    ['a summary without failures', 'ran 12 tests\n0 failed\nno errors\n'],
  ])('does not take %s for a failure', (_, text) => {
    expect(describeProse(text).headline).not.toContain('error words');
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['one byte', Uint8Array.of(0x61)],
    ['a line feed', Uint8Array.of(0x0a)],
    ['NULs', new Uint8Array(5_000)],
    ['halves of surrogate pairs', Uint8Array.of(0xed, 0xa0, 0x80, 0xed, 0xbf, 0xbf)],
    ['bytes that are no UTF-8', new Uint8Array(5_000).fill(0xff)],
    ['replacement patterns', new TextEncoder().encode("$& $` $' $1\n".repeat(500))],
    ['CRLF', new TextEncoder().encode('a\r\nb\r\n'.repeat(500))],
  ])('stands %s at any budget', (_, bytes) => {
    for (const maxBytes of [0, 1, 10, 30, 100, 1_000]) {
      const preview = previewOf(bytes, maxBytes);
      expect(jsonEscapedLength(preview)).toBeLessThanOrEqual(maxBytes);
      expect(preview.isWellFormed()).toBe(true);
    }
  });

  it('BC-067 shows no more than 100 characters of base64', () => {
    const base64 = Buffer.from(Array.from({ length: 60_000 }, (_, at) => (at * 131 + 7) % 256)).toString('base64');
    const preview = previewOf(`before\n{"data":"iVBORw0KGgo${base64}"}\nafter\n`);
    expect(preview).toMatch(/\{"data":"<base64 of image\/png, over \d\d,\d{3} bytes>… \(80,0\d\d B line\)/u);
    expect(preview.match(/[A-Za-z0-9+/]{101,}/u)).toBeNull();
  });

  it('keeps a description below 4 MiB, whatever the content', () => {
    const worst = lines(20_000, (at) => `# FAIL ${at}${'\u0001'.repeat(400)}`);
    expect(Buffer.byteLength(JSON.stringify(describeProse(worst)))).toBeLessThan(4 * 1_024 * 1_024);
    expect(structuredClone(describeProse(worst))).toEqual(describeProse(worst));
  });
});
