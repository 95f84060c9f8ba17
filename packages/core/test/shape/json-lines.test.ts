import { describe, expect, it } from 'vitest';
import { jsonLinesShape } from '../../src/shape/json.ts';
import { describeJson } from './support/describe-json.ts';

const record = (at: number) => ({
  time: new Date(1_770_000_000_000 + at * 900).toISOString(),
  level: at % 5_000 === 77 ? 'error' : 'info',
  req: { id: `r${(at * 7_919) % 20_011}`, ms: (at * 31) % 300 },
});
const lines = Array.from({ length: 20_000 }, (_, at) => JSON.stringify(record(at)));
const told = describeJson(`${lines.join('\n')}\n`, { isLines: true });

describe('JSON Lines', () => {
  it('are counted by line', () => {
    expect(told.headline).toBe('JSON Lines, 20,000 objects');
    expect(told.description).toMatchObject({
      shape: 'json-lines',
      mediaType: 'application/x-ndjson',
      lineCount: 20_000,
    });
    expect(told.preview.split('\n')[0]).toBe('| 20,000 lines: each {time, level, req}');
  });

  it('tell values, ranges and the lines of what is rare', () => {
    expect(told.preview).toContain('\n| level: "info" ×19,996, "error" ×4\n');
    expect(told.preview).toMatch(
      /\n\| {3}"error" at line 78 req\.id "r\d+", line 5,078 req\.id "r\d+", line 10,078 req\.id "r\d+", line 15,078 req\.id "r\d+"\n/,
    );
    expect(told.preview).toContain('\n| time: "2026-02-02T02:40:00.000Z"…"2026-02-02T07:39:59.100Z", sorted; unique\n');
    expect(told.preview).toContain('\n| req.ms: min 0, max 299; 300 different\n');
    expect(told.preview).toContain('\n| first: {"time":"2026-02-02T02:40:00.000Z","level":"info"');
  });

  it('suggest a path, and a page of lines', () => {
    expect(jsonLinesShape.suggest(told.description)).toEqual([
      { kind: 'query', path: "$[?@.level=='error']", pattern: '"level":"error"' },
      { kind: 'page', startLine: 76, lineCount: 5 },
    ]);
  });

  it.each(['', '\n', '\r\n'])('end with or without a newline: %j', (end) => {
    const { headline, description } = describeJson(`{"a":1}\r\n{"a":2}${end}`, { isLines: true });
    expect(headline).toBe('JSON Lines, 2 objects');
    expect(description.lineCount).toBe(2);
  });

  it('may be blank, start with a byte order mark, or hold scalars', () => {
    const { headline, preview } = describeJson('\ufeff{"a":1}\n\n \n7\n"x"\n', { isLines: true });
    expect(headline).toBe('JSON Lines, 3 values (1 number, 1 string, 1 object)');
    expect(preview).toContain('| 5 lines, 2 blank lines: 3 values (1 number, 1 string, 1 object)');
  });

  it('may be all of one array each', () => {
    expect(describeJson('[1,2]\n[3,4]\n', { isLines: true }).preview).toContain(
      '| 2 lines: 2 arrays\n| []: 2 arrays of 2: 1…4, each integer once, sorted\n| first: [1,2]',
    );
  });
});

describe('lines that are not JSON', () => {
  it.each([
    ['starting the server', 0, 'a value', "'s'"],
    ['{"time":"2026", broken', 16, 'a key in quotes', "'b'"],
    ['{"time":"2026-02-02T02:4', 24, 'the end of the string', 'the end of the line'],
    ['{"time":', 8, 'a value', 'the end of the line'],
    ['{"time":1} trailing', 11, 'the end', "'t'"],
    ['{"a":1}{"a":2}', 7, 'the end', "'{'"],
    ['{"time":tru', 11, 'the word true', 'the end of the line'],
    ['{"n":NaN}', 5, 'a number that JSON has', "'N'"],
    ['{"time":"a\\', 11, 'the end of the string', 'the end of the line'],
  ])('%j is counted and told, and the next lines are read', (broken, at, expected, found) => {
    const content = `${lines[0]}\n${lines[1]}\n${broken}\n${lines.slice(2, 100).join('\n')}\n`;
    const { headline, preview } = describeJson(content, { isLines: true });
    expect(headline).toBe('JSON Lines, 100 values, 1 line that does not parse');
    const offset = `${lines[0]}\n${lines[1]}\n`.length + at;
    expect(preview.split('\n')[0]).toBe(
      `| 1 line not JSON (what stands before the fault is counted below): byte ${offset} (line 3): expected ${expected}, found ${found}`,
    );
    expect(preview).toContain('"error" at line 79 ');
  });

  it('are counted all, the first three told', () => {
    const content = lines.slice(0, 500).map((text, at) => (at % 50 === 9 ? text.slice(0, 30) : text));
    const { headline, preview } = describeJson(content.join('\n'), { isLines: true });
    expect(headline).toBe('JSON Lines, 490 values, 10 lines that do not parse');
    expect(preview.split('\n')[0]).toMatch(
      /^\| 10 lines not JSON .*\(line 10\): [^;]*; [^;]*\(line 60\): [^;]*; [^;]*\(line 110\): [^;]*$/,
    );
  });

  it('are no values of the row that says what the lines are', () => {
    const broken = lines
      .slice(0, 500)
      .map((text, at) => (at % 50 === 9 ? 'noise' : text))
      .join('\n');
    const rowsOf = (text: string): string[] => describeJson(text, { isLines: true }).preview.split('\n');
    expect(rowsOf(broken)[1]).toBe('| 490 values in 500 lines: each {time, level, req}');
    expect(rowsOf(`${broken}\n\n`)[1]).toBe('| 490 values in 501 lines, 1 blank line: each {time, level, req}');
    expect(rowsOf('7\n"x"\nnoise\n8\n9 and more\n')[1]).toBe(
      '| 3 values in 5 lines: 4 values (3 numbers, 1 string), with what stands before faults',
    );
    expect(rowsOf('7\nnoise\n8\n')[1]).toBe('| 2 values in 3 lines: 2 numbers');
  });

  it('lead to a page around the first', () => {
    const { description } = describeJson(`${lines.slice(0, 60).join('\n')}\nnoise\n`, { isLines: true });
    expect(jsonLinesShape.suggest(description)[0]).toEqual({ kind: 'page', startLine: 59, lineCount: 5 });
  });
});
