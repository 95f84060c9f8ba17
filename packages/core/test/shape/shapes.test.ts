import { describe, expect, it } from 'vitest';
import { detectShape, shapeOf } from '../../src/shape/shapes.ts';

const rows = (count: number, row: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${row(at + 1)}\n`).join('');
const detect = (content: string | Uint8Array) =>
  detectShape(typeof content === 'string' ? new TextEncoder().encode(content) : content, true).name;

describe('shapeOf', () => {
  it.each(['log', 'prose', 'json', 'json-lines', 'table', 'binary'] as const)('knows %s', (name) => {
    expect(shapeOf(name).name).toBe(name);
  });
});

describe('detectShape', () => {
  it.each([
    ['log', 'a log', rows(30, (at) => `2026-11-30T03:39:${at + 10}Z INFO [w1] served request id=${at} status=200`)],
    ['log', 'a log with commas', rows(30, (at) => `2026-01-01 12:00:${at + 10},123 INFO job ${at}, retry ${at}`)],
    [
      'table',
      'CSV with a time in its first column',
      `time,host,load\n${rows(30, (at) => `2026-11-30T03:39:${at + 10}Z,web-1,0.${at}`)}`,
    ],
    ['table', 'TSV', `id\tname\n${rows(30, (at) => `${at}\tname ${at}`)}`],
    ['table', 'psql', ` id | name\n----+------\n${rows(30, (at) => `  ${at} | a`)}(30 rows)\n`],
    ['json', 'a JSON document', JSON.stringify(Array.from({ length: 30 }, (_, at) => ({ id: at, name: 'x' })))],
    ['json', 'indented JSON', JSON.stringify({ rows: Array.from({ length: 30 }, (_, at) => ({ id: at })) }, null, 2)],
    ['json-lines', 'JSON Lines', rows(30, (at) => `{"id":${at},"name":"x"}`)],
    [
      'prose',
      'prose',
      'It was the best of times, it was the worst of times,\nit was the age of wisdom.\n\nIt was the season of light.\n',
    ],
    ['prose', 'Markdown', `# Guide\n\n- one\n\n## Part\n\nWords of it.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n`],
    ['prose', 'code', 'import x from "x";\n\nexport function f(a, b) {\n  return [a, b];\n}\n'],
    ['prose', 'nothing', ''],
    ['prose', 'one byte', 'x'],
    ['prose', 'spaces', ' \n \n'],
    ['binary', 'a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13)],
    ['binary', 'NULs', new Uint8Array(100)],
  ])('finds %s: %s', (name, _, content) => {
    expect(detect(content)).toBe(name);
  });

  it('never takes for binary what is known to be text', () => {
    expect(detectShape(new Uint8Array(100), true, 'utf-8').name).not.toBe('binary');
    expect(detectShape(new Uint8Array(100), true, 'binary').name).toBe('binary');
  });
});
