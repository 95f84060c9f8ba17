import { describe, expect, it } from 'vitest';
import { suggestedCalls } from '../../src/bound/calls.ts';
import { jsonLinesShape, jsonShape } from '../../src/shape/json.ts';
import { describeJson } from './support/describe-json.ts';

const list = (odd: unknown, usual: unknown, count = 40): unknown[] =>
  Array.from({ length: count }, (_, at) => (at === 30 ? odd : usual));

function suggest(content: unknown, isLines = false) {
  const text = isLines
    ? (content as unknown[]).map((each) => JSON.stringify(each)).join('\n')
    : JSON.stringify(content);
  return (isLines ? jsonLinesShape : jsonShape).suggest(describeJson(text, { isLines }).description);
}

const pathsOf = (content: unknown, isLines = false): string[] =>
  suggest(content, isLines).flatMap((each) => (each.kind === 'query' ? [each.path] : []));

describe('the path to what is rare', () => {
  it.each<[what: string, content: unknown, path: string]>([
    ['a value', { items: list({ status: 'failed' }, { status: 'ok' }) }, "$.items[?@.status=='failed']"],
    ['a value below', { items: list({ a: { b: 7 } }, { a: { b: 1 } }) }, '$.items[?@.a.b==7]'],
    ['a value of a map', { by: { 'x y': list({ ok: false }, { ok: true }) } }, "$.by['x y'][?@.ok==false]"],
    ['a key with quotes', list({ "it's": 2 }, { "it's": 1 }), "$[?@['it\\'s']==2]"],
    ['a text with quotes', list({ a: "it's \\" }, { a: 'x' }), "$[?@.a=='it\\'s \\\\']"],
    ['an item', { tags: list('odd', 'a') }, "$.tags[?@=='odd']"],
    ['an item of an item', list({ tags: ['odd'] }, { tags: ['a'] }), "$[?@.tags[?@=='odd']]"],
    ['null', list({ a: null }, { a: 'x' }), '$[?@.a==null]'],
    ['what is not null', list({ a: { b: 1 } }, { a: null }), '$[?@.a && @.a!=null]'],
    ['a key that few have', list({ a: 1, error: 'x' }, { a: 1 }), '$[?@.error]'],
    ['a key that few lack', list({}, { a: 1 }), '$[?!@.a]'],
    ['a key below that few lack', list({ a: {} }, { a: { b: 1 } }), '$[?@.a && !@.a.b]'],
    ['items in several arrays', [{ rows: list({ a: 2 }, { a: 1 }) }, { rows: [] }], '$[*].rows[?@.a==2]'],
  ])('%s', (_, content, path) => {
    expect(pathsOf(content)).toContain(path);
  });

  it('begins at the lines of JSON Lines', () => {
    expect(pathsOf(list({ level: 'error' }, { level: 'info' }), true)).toEqual(["$[?@.level=='error']"]);
  });

  it('is that of the first items where nothing is rare', () => {
    const rows = Array.from({ length: 50 }, (_, at) => ({ id: at, name: `n${at}` }));
    expect(suggest({ total: 50, rows })).toEqual([
      { kind: 'query', path: '$.rows[:3]' },
      { kind: 'offset', offset: 0 },
    ]);
  });

  it.each<[why: string, text: string]>([
    ['a key stands twice', `[{"a":1,"a":2},${'{"a":1},'.repeat(40)}{"a":3}]`],
    ['it breaks off', `[${'{"a":1},'.repeat(40)}{"a":3},`],
    ['several documents follow one another', `[${'{"a":1},'.repeat(40)}{"a":3}][]`],
    ['the number has more digits than a float', `[${'{"a":1},'.repeat(40)}{"a":12345678901234567890}]`],
    ['another spelling is equal', `[${'{"a":1},'.repeat(40)}{"a":1.0}]`],
    ['elements are large', `[${`{"a":1,"b":"${'x'.repeat(9_000)}"},`.repeat(40)}{"a":3}]`],
    ['it has more than 128 MiB', ''],
  ])('is not suggested where %s', (why, text) => {
    const { description } = describeJson(text === '' ? JSON.stringify(list({ a: 2 }, { a: 1 })) : text);
    const details = description.details as object;
    const large = { ...description, details: { ...details, byteLength: 134_217_729 } };
    const suggestions = jsonShape.suggest(why.includes('MiB') ? large : description);
    expect(suggestions.filter((each) => each.kind === 'query')).toEqual([]);
    expect(suggestions.length).toBeGreaterThan(0);
  });

  it('leads past lines that are no JSON, and not to them', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `{"level":"${at === 40 ? 'error' : 'info'}"}`);
    const at = (text: string): string[] =>
      jsonLinesShape
        .suggest(describeJson(text, { isLines: true }).description)
        .flatMap((each) => (each.kind === 'query' ? [each.path] : []));
    expect(at(['l":"info"}', ...lines].join('\n'))).toEqual(["$[?@.level=='error']"]);
    expect(at(lines.map((line) => line.replace('error"}', 'error" x}')).join('\n'))).toEqual([]);
  });
});

describe('a suggested path', () => {
  const suggestions = [{ kind: 'query', path: '$[?@.a==2]', pattern: '"a":2' }] as const;

  it('is a call of the reader', () => {
    expect(suggestedCalls('r_1', suggestions, { readResult: 'read_result', grepResult: 'grep_result' })).toEqual([
      { tool: 'read_result', arguments: { handle: 'r_1', path: '$[?@.a==2]' } },
    ]);
  });

  it('is a search where there is no reader', () => {
    expect(suggestedCalls('r_1', suggestions, { grepResult: 'grep_result' })).toEqual([
      { tool: 'grep_result', arguments: { handle: 'r_1', pattern: '"a":2' } },
    ]);
    expect(suggestedCalls('r_1', [{ kind: 'query', path: '$[?!@.a]' }], { grepResult: 'grep_result' })).toEqual([]);
  });
});
