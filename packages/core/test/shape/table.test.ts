import { describe, expect, it } from 'vitest';
import { tableShape } from '../../src/shape/table.ts';

const describeTable = (text: string | Uint8Array) => {
  const describer = tableShape.createDescriber();
  describer.write(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  return describer.end();
};
const previewOf = (text: string | Uint8Array, maxBytes = 4_096) => tableShape.preview(describeTable(text), maxBytes);
const rowOf = (text: string, column: string) =>
  previewOf(text)
    .split('\n')
    .find((row) => row.startsWith(`| ${column} `));
const rows = (count: number, row: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${row(at + 1)}\n`).join('');

const failed = new Set([1_717, 2_943, 9_944]);
const orders = `id,day,country,amount,status\n${rows(10_000, (at) =>
  [
    at,
    `2026-11-${String(1 + Math.floor(at / 400)).padStart(2, '0')}`,
    ['DE', 'FR', 'US'][at % 3],
    at === 3_333 ? 'N/A' : `${at % 500}.25`,
    failed.has(at) ? 'failed' : 'ok',
  ].join(','),
)}`;

describe('the table shape', () => {
  it('describes a table by its rows, lines and columns', () => {
    expect(describeTable(orders)).toMatchObject({
      shape: 'table',
      headline: 'CSV, 10,000 rows in 10,001 lines, 5 columns',
      mediaType: 'text/csv',
      lineCount: 10_001,
      byteLength: orders.length,
    });
  });

  it('shows what the columns hold, then first, rare and last rows', () => {
    expect(previewOf(orders).split('\n')).toEqual([
      '| row n is in line n + 1; the header is no row',
      '| id       int     1…10000; ascending, all different',
      '| day      date    2026-11-01…2026-11-26; sorted; 26 different',
      '| country  text    FR 3,334 · US 3,333 · DE 3,333',
      '| amount   decimal 0.25…499.25; 501 different; 1 no number: "N/A" line 3334',
      '| status   text    ok 9,997 · failed 3 (lines 1718, 2944, 9945)',
      '    1| id,day,country,amount,status',
      '    2| 1,2026-11-01,FR,1.25,ok',
      '    3| 2,2026-11-01,US,2.25,ok',
      '    4| 3,2026-11-01,DE,3.25,ok',
      '     | … 1,713 lines not shown …',
      ' 1718| 1717,2026-11-05,FR,217.25,failed',
      '     | … 1,615 lines not shown …',
      ' 3334| 3333,2026-11-09,DE,N/A,ok',
      '     | … 6,664 lines not shown …',
      ' 9999| 9998,2026-11-25,US,498.25,ok',
      '10000| 9999,2026-11-25,DE,499.25,ok',
      '10001| 10000,2026-11-26,FR,0.25,ok',
    ]);
  });

  it('suggests the rows around the rarest, and a pattern that finds every row with a rare value', () => {
    const [page, grep] = tableShape.suggest(describeTable(orders));
    expect([page, grep]).toEqual([
      { kind: 'page', startLine: 3_331, lineCount: 20 },
      { kind: 'grep', pattern: ',"?failed"?$' },
    ]);
    expect(orders.split('\n').filter((line) => /,"?failed"?/u.test(line))).toHaveLength(3);
  });

  it('tells rows from lines where cells hold line feeds', () => {
    const notes = `id,note\n${rows(100, (at) => (at % 10 === 0 ? `${at},"two\nlines, ""quoted"""` : `${at},one`))}`;
    expect(describeTable(notes).headline).toBe('CSV, 100 rows in 111 lines, 2 columns');
    expect(previewOf(notes).split('\n')[0]).toBe(
      '| row numbers are not line numbers: some rows span lines, or some lines are no rows',
    );
    expect(rowOf(notes, 'note')).toBe('| note  text    one 90 · "two␤lines, "quoted"" 10');
  });

  it('says row and line where one does not tell the other', () => {
    const notes = `id,note,state\n${rows(400, (at) => `${at},${at === 7 ? '"a\nb"' : 'x'},${at === 300 ? 'bad' : 'good'}`)}`;
    expect(rowOf(notes, 'state')).toBe('| state  text    good 399 · bad 1 (row 300 line 302)');
    expect(previewOf(notes)).toContain('\n302| 300,x,bad\n');
    expect(previewOf(notes)).toContain('\n  8| 7,"a\n');
  });

  it('counts rows with more or fewer cells', () => {
    const ragged = `a,b,c\n${rows(50, (at) => (at === 20 || at === 30 ? '1,2' : '1,2,3'))}`;
    expect(previewOf(ragged).split('\n')[1]).toBe('| 2 rows without 3 cells; the first has 2: row 20, line 21');
  });

  it('says which quote is never closed', () => {
    const open = `a,b\n1,x\n2,"never\n3,y\n4,z\n`;
    expect(previewOf(open)).toContain('| a quote in line 3 is never closed: all behind it counts as one cell\n');
  });

  it('counts empty cells', () => {
    const holes = `id,mail\n${rows(20, (at) => `${at},${at % 4 === 0 ? '' : `m${at}@x.org`}`)}`;
    expect(rowOf(holes, 'mail')).toBe('| mail  text    all different; 5 empty, first in line 5');
  });

  it.each([
    ['integers', 'n', ['1', '-7', '20'], 'int     -7…20'],
    [
      'integers beyond 2^53, to the last digit',
      'n',
      ['9007199254740993', '9007199254740992', '9007199254740995'],
      'int     9007199254740992…9007199254740995',
    ],
    ['decimals as they stand', 'n', ['1.50', '-0.5', '2e3'], 'decimal -0.5…2e3'],
    ['one number', 'n', ['7', '7', '7'], 'int     always 7'],
    [
      'times',
      't',
      ['2026-01-02T03:04:05Z', '2026-01-01 00:00', '2026-01-03T00:00:00.5Z'],
      'time    2026-01-01 00:00…2026-01-03T00:00:00.5Z',
    ],
    [
      'times with zones, which are not ordered by their text',
      't',
      ['2026-01-01T23:00:00-05:00', '2026-01-02T01:00:00+01:00', '2026-01-02'],
      'time    all different',
    ],
    ['truth', 'b', ['true', 'false', 'true'], 'bool    true 2 · false 1'],
    ['no dates', 'd', ['2026-13-01', '2026-00-10', '1234-5678x'], 'text    all different'],
  ])('finds %s', (_, name, values, expected) => {
    const text = `k,${name}\n${values.map((value) => `w,${value}\n`).join('')}`;
    expect(rowOf(text, name)).toContain(`| ${name}  ${expected}`);
  });

  const grepOf = (text: string): RegExp => {
    const found = tableShape.suggest(describeTable(text)).find(({ kind }) => kind === 'grep');
    return new RegExp((found as { pattern: string }).pattern, 'u');
  };
  const matching = (text: string, pattern: RegExp): number =>
    text.split('\n').filter((line) => pattern.test(line)).length;

  it('says of a cell that stands behind the last column in how many rows it does, and finds its row alone', () => {
    const text = `id,name,qty\n${Array.from({ length: 20_000 }, (_, at) => `${at},n${at % 40},${(at % 9) + 1}${at === 77 ? ',6' : ''}\n`).join('')}`;
    expect(previewOf(text)).toContain('\n| column 4  int     in 1 of 20,000 rows: "6" (line 79)\n');
    expect(matching(text, grepOf(text))).toBe(1);
    const short = `a,b,c\n${Array.from({ length: 300 }, (_, at) => (at === 200 ? '1,2\n' : `${at},x,${at % 7}\n`)).join('')}`;
    expect(previewOf(short)).toContain('\n| c  int     in 299 of 300 rows; 0…6; "0" 43');
  });

  it.each([
    ['first', (at: number) => `${at === 500 ? 'lost' : 'kept'},${at},${at % 3 ? 'kept' : 'a lost one'}`, 1],
    ['middle', (at: number) => `${at % 5},${at === 500 ? 7 : 3},${at}`, 1],
    ['last', (at: number) => `${at},${at % 3},${at === 500 || at === 501 ? 'lost (why?)' : 'kept'}`, 2],
  ])('suggests a search for a rare value in the %s column that finds as many rows as are said', (_name, row, count) => {
    const text = `one,two,three\n${Array.from({ length: 2_000 }, (_, at) => `${row(at)}\n`).join('')}`;
    expect(matching(text, grepOf(text))).toBe(count);
  });

  it('takes names for a header that several columns have, and says so', () => {
    const text = `id,amt,amt\n${Array.from({ length: 400 }, (_, at) => `${at},${at % 9},${at % 7}\n`).join('')}`;
    const rows = previewOf(text).split('\n');
    expect(rows.slice(0, 3)).toEqual([
      '| row n is in line n + 1; the header is no row',
      '| 2 columns named amt',
      '| id   int     0…399; ascending, all different',
    ]);
  });

  it('keeps values apart that differ in the spaces around them', () => {
    const regions = ['west', 'east', 'north'];
    const text = `id,region,qty\r\n${Array.from({ length: 600 }, (_, at) => `${at},${at === 90 ? 'west ' : at === 91 ? ' west' : regions[at % 3]},${at}\r\n`).join('')}`;
    expect(previewOf(text)).toContain(
      '| region  text    north 200 · west 199 · east 199 · "west " 1 (line 92) · " west" 1 (line 93)\n',
    );
    expect(matching(text, grepOf(text))).toBe(1);
  });

  it('says that there are over 10,000 different values', () => {
    const many = `id,name,kind\n${rows(12_000, (at) => `${at},name ${(at * 7_919) % 12_000},k`)}`;
    expect(rowOf(many, 'name')).toBe('| name  text    over 10,000 different');
    const measures = `k,m\n${rows(1_500, (at) => `w,${(at * 7) % 1_500}.5`)}`;
    expect(rowOf(measures, 'm')).toBe('| m  decimal 0.5…1499.5; over 1,000 different');
    expect(rowOf(many, 'id')).toBe('| id    int     1…12000; ascending, all different');
  });

  it('shows the most frequent and the rarest of many values', () => {
    const codes = `id,code,kind\n${rows(2_000, (at) => `${at},c${at === 1_234 ? 99 : at % 20},k`)}`;
    expect(rowOf(codes, 'code')).toBe(
      '| code  text    c1 100 · c2 100 · c3 100 · c4 100 · c5 100 · c6 100 · … 9 values between … · c17 100 · c18 100 · c19 100 · c0 100 · c14 99 · c99 1 (line 1235)',
    );
  });

  it.each([
    ['TSV', 'TSV, 3 rows in 4 lines, 2 columns', 'id\tname\n1\ta b\n2\tc\n3\td\n'],
    ['semicolons', 'CSV with semicolons, 3 rows in 4 lines, 2 columns', 'id;name\n1;a\n2;b\n3;c\n'],
    ['bars', 'table with |, 3 rows in 4 lines, 3 columns', 'id|name|x\n1|a|z\n2|b|z\n3|c|z\n'],
    [
      'Markdown',
      'table, 3 rows in 5 lines, 2 columns',
      '| id | name |\n|---:|:-----|\n| 1 | a \\| b |\n| 2 | |\n| - | c |\n',
    ],
    ['psql', 'table, 3 rows in 7 lines, 2 columns', ' id | name \n----+------\n  1 | a\n  2 | \n    | c\n(3 rows)\n\n'],
    [
      'mysql',
      'table, 3 rows in 7 lines, 2 columns',
      '+----+---+\n| id | n |\n+----+---+\n|  1 | a |\n|  2 | b |\n|  3 | c |\n+----+---+\n',
    ],
    [
      'a table without a header',
      'CSV, 3 rows in 3 lines, 3 columns',
      '1,a,2026-01-01\n2,b,2026-01-02\n3,c,2026-01-03\n',
    ],
    ['a byte order mark and CRLF', 'CSV, 3 rows in 4 lines, 2 columns', '\ufeff"id",name\r\n1,a\r\n2,b\r\n3,c\r\n'],
    ['blank lines', 'CSV, 3 rows in 6 lines, 2 columns', 'id,name\n1,a\n\n2,b\n\r\n3,c\n'],
  ])('reads %s', (_, headline, text) => {
    expect(tableShape.detect(new TextEncoder().encode(text), true)).toBeGreaterThan(0.7);
    expect(describeTable(text).headline).toBe(headline);
  });

  it('counts a row of psql that is wrapped as one', () => {
    const wrapped = ' note  | id\n-------+----\n one  +| 1\n two   | \n three | 2\n(2 rows)\n';
    expect(describeTable(wrapped).headline).toBe('table, 2 rows in 6 lines, 2 columns');
  });

  it('counts columns that are too many to show', () => {
    const names = Array.from({ length: 200 }, (_, at) => `column_${at}`);
    const wide = `${names.join(',')}\n${rows(5, (at) => names.map(() => at).join(','))}`;
    expect(previewOf(wide, 1_000)).toMatch(/\n\| … 1\d\d more columns …\n/u);
    expect(describeTable(wide).headline).toBe('CSV, 5 rows in 6 lines, 200 columns');
  });

  it.each([
    ['a log with a comma in each time', rows(30, (at) => `2026-01-01 12:00:${at + 10},123 INFO job ${at} started`)],
    ['a log with pairs', rows(30, (at) => `INFO user=${at}, took=${at}ms, status=200`)],
    ['prose with commas', 'Roses are red,\nViolets are blue,\nSugar is sweet,\nAnd so are you.\n'],
    ['sentences', rows(30, (at) => `The fox, as it were, jumps over ${at} dogs, and nobody minds.`)],
    ['JSON Lines', rows(30, (at) => `{"a":${at},"b":"x"}`)],
    ['code', rows(30, (at) => `  call(a${at}, b, c);`)],
    ['statements', rows(30, (at) => `INSERT INTO t VALUES (${at},'a','b');`)],
    ['markup', rows(30, (at) => `<li a="1,2">x, y, ${at}</li>`)],
    ['settings', rows(30, (at) => `KEY_${at}=a,b,c`)],
    ['a document with a table in it', `# T\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n${rows(20, (at) => `- item ${at}`)}`],
    ['two lines', 'a,b\n1,2\n'],
    ['nothing', ''],
  ])('does not take %s for a table', (_, text) => {
    expect(tableShape.detect(new TextEncoder().encode(text), true)).toBe(0);
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['one byte', Uint8Array.of(0x2c)],
    ['NULs', new Uint8Array(50_000)],
    ['one quote and much behind it', new TextEncoder().encode(`a,b\n"${'x,y\n'.repeat(50_000)}`)],
    ['one line of cells', new TextEncoder().encode('x,'.repeat(100_000))],
    ['bytes that are no UTF-8', new Uint8Array(5_000).fill(0xff)],
    ['replacement patterns', new TextEncoder().encode("$&,$`\n$',$1\n".repeat(500))],
    ['many columns of long names', new TextEncoder().encode(`${'n'.repeat(5_000)},${'漢'.repeat(900)}\n1,2\n1,2\n`)],
  ])('stands %s at any budget', (_, bytes) => {
    for (const maxBytes of [0, 1, 10, 30, 100, 1_000]) {
      const preview = previewOf(bytes, maxBytes);
      expect(Buffer.byteLength(JSON.stringify(preview)) - 2).toBeLessThanOrEqual(maxBytes);
      expect(preview.isWellFormed()).toBe(true);
    }
  });

  it('keeps a description below 4 MiB, whatever the content', () => {
    const names = Array.from({ length: 60 }, (_, at) => `c${at}`);
    const worst = `${names.join(',')}\n${rows(3_000, (at) => names.map((name) => `${name}${at % 32}${'\u0001'.repeat(200)}`).join(','))}`;
    expect(Buffer.byteLength(JSON.stringify(describeTable(worst)))).toBeLessThan(4 * 1_024 * 1_024);
  });
});
