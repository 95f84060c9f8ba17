import { describe, expect, it } from 'vitest';
import { jsonLinesShape, jsonShape } from '../../src/shape/json.ts';
import { orders } from './support/describe-json.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const rows = JSON.stringify(orders(200));
const json = (text: string, complete: boolean) => jsonShape.detect(encode(text), complete);
const lines = (text: string, complete: boolean) => jsonLinesShape.detect(encode(text), complete);

describe('a JSON document', () => {
  it.each([
    ['an array', rows, true],
    ['an object', '{"a":1}', true],
    ['an indented object', JSON.stringify({ rows: orders(20) }, null, 2), true],
    ['a byte order mark and space first', `\ufeff \r\n${rows}`, true],
    ['the beginning of one', rows.slice(0, 20_000), false],
    ['the beginning of one, cut in a string', '{"text":"Lorem ips', false],
    ['the beginning of one, cut in a character', rows.slice(0, 20_000).replace(/.{3}$/, 'é'), false],
    ['one with NaN', '[{"a":NaN},{"a":1}]', true],
  ])('is seen in %s', (_, text, complete) => {
    expect(json(text, complete)).toBeGreaterThan(0.9);
  });

  it.each([
    ['a log line with a date in brackets', '[2026-11-30 03:39:17] INFO served request\n'.repeat(20)],
    ['a log line with a level in brackets', '[INFO] served request\n'.repeat(20)],
    ['prose in brackets', '[see below] for more\n'],
    ['a template', '{name} has {count} items\n'],
    ['code', '{ let a = [1, 2]; }\n'],
    ['prose', 'It was the best of times\n'],
    ['nothing', ''],
    ['space', ' \n'],
    ['a list of Markdown', '[1]: https://example.com\n[2]: https://example.org\n'],
  ])('is not seen in %s', (_, text) => {
    expect(json(text, true)).toBeLessThan(0.2);
    expect(json(text, false)).toBeLessThan(0.2);
    expect(lines(text, true)).toBeLessThan(0.2);
  });

  it('is still seen where it breaks far from its start', () => {
    expect(json(`${rows.slice(0, 20_000)} oops`, false)).toBeGreaterThan(0.6);
  });

  it.each(['"x"', '12', 'true', 'null', ' -1e5 \n'])('may be the scalar %s, where that is all', (text) => {
    expect(json(text, true)).toBeGreaterThanOrEqual(0.5);
    expect(json(text, false)).toBe(0);
  });

  it.each(['12 items', '"x" and "y"', 'nullable', '2026-11-30'])('is not the text %s', (text) => {
    expect(json(text, true)).toBeLessThan(0.2);
  });
});

describe('JSON Lines', () => {
  it.each([
    ['two objects', '{"a":1}\n{"a":2}', true],
    [
      'many, the last cut',
      `${orders(50)
        .map((order) => JSON.stringify(order))
        .join('\n')}\n{"id":`,
      false,
    ],
    ['arrays', '[1]\n[2]\n[3]\n', true],
    ['CRLF and a byte order mark', '\ufeff{"a":1}\r\n{"a":2}\r\n', true],
  ])('are seen in %s, before JSON is', (_, text, complete) => {
    expect(lines(text, complete)).toBeGreaterThan(0.9);
    expect(lines(text, complete)).toBeGreaterThan(json(text, complete));
  });

  it('are seen among a few other lines', () => {
    const records = orders(20).map((order) => JSON.stringify(order));
    expect(lines(['starting', ...records].join('\n'), true)).toBeGreaterThan(0.8);
  });

  it.each([
    ['one object', '{"a":1}\n'],
    ['an indented object', JSON.stringify({ rows: orders(20) }, null, 2)],
    [
      'an array with an item a line',
      `[\n${orders(20)
        .map((order) => JSON.stringify(order))
        .join(',\n')}\n]`,
    ],
    ['a long line that is not whole', rows],
  ])('are not seen in %s', (_, text) => {
    expect(lines(text, false)).toBeLessThan(0.5);
    expect(lines(text, false)).toBeLessThan(json(text, false));
  });

  it.each(['1\n2\n3\n', '"a"\n"b"\n', 'true\nfalse\n'])('are not scalars: %j', (text) => {
    expect(lines(text, true)).toBeLessThan(0.5);
  });
});
