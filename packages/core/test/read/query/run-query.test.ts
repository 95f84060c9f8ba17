import { describe, expect, it } from 'vitest';
import { SpillwayError } from '../../../src/errors.ts';
import { type QueryOutcome, type QueryTask, runQuery } from '../../../src/read/query/run-query.ts';
import { utf16 } from '../support/targets.ts';

function run(path: string, content: string | Uint8Array, more: Partial<QueryTask> = {}): QueryOutcome {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return runQuery({ bytes, encoding: 'utf-8', path, from: { match: 1, offset: 0 }, maxBytes: 10_000, ...more });
}

/** Each match as `path: json`, the JSON being the very bytes of the content. */
function found(outcome: QueryOutcome): string[] {
  return outcome.matches.map(({ path, json }) => `${path}: ${new TextDecoder().decode(json)}`);
}

function refusal(content: string | Uint8Array, more: Partial<QueryTask> = {}): SpillwayError {
  try {
    run('$.a', content, more);
  } catch (error) {
    if (SpillwayError.isInstance(error)) return error;
  }
  throw new Error('it was accepted');
}

describe('matches are the bytes of the content', () => {
  it('keeps numbers as they are spelled, beyond 2^53 and with any exponent', () => {
    const json = '{"id":9007199254740993,"big":1.50E+0400,"zero":-0.0,"long":0.1000000000000000055511151231257827}';
    expect(found(run('*', json))).toEqual([
      '$.id: 9007199254740993',
      '$.big: 1.50E+0400',
      '$.zero: -0.0',
      '$.long: 0.1000000000000000055511151231257827',
    ]);
  });

  it('keeps duplicate keys inside a match, and takes the last of them on the way', () => {
    expect(found(run('a', '{"a":{"x":1,"x":2},"b":3}'))).toEqual(['$.a: {"x":1,"x":2}']);
    expect(run('a', '{"a":{"x":1,"x":2}}').hasDuplicates).toBe(false);
    const twice = run('a.x', '{"a":{"x":1},"b":[{"x":9}],"a":{"y":0,"x":2,"x":[3,3]}}');
    expect(found(twice)).toEqual(['$.a.x: [3,3]']);
    expect(twice.hasDuplicates).toBe(true);
    expect(twice.matches[0]?.size).toBe(2);
  });

  it('keeps escapes as they are written, in values and around keys', () => {
    const json = '{"\\u0061\\/b": "\\u00e9\\ud83d\\ude00\\/"}';
    expect(found(run('*', json))).toEqual([`$['a/b']: "\\u00e9\\ud83d\\ude00\\/"`]);
    expect(found(run("['a/b']", json))).toEqual([`$['a/b']: "\\u00e9\\ud83d\\ude00\\/"`]);
  });

  it('finds keys that objects of JavaScript have of their own', () => {
    const json = '{"__proto__":1,"constructor":{"toString":2},"length":3}';
    expect(found(run('$.__proto__', json))).toEqual(['$.__proto__: 1']);
    expect(found(run('..toString', json))).toEqual(['$.constructor.toString: 2']);
    expect(found(run('$.hasOwnProperty', json))).toEqual([]);
    expect(found(run('$.length', '[1,2]'))).toEqual([]);
  });

  it('says where each stands, what it is, and how much it holds', () => {
    const { matches } = run('*', ' {"a":[1,[2,3],{}],"b":{"c":1,"d":2},"e":"x","f":true,"g":null,"h":-1} ');
    expect(matches.map(({ kind, size, offset, endOffset }) => [kind, size, offset, endOffset])).toEqual([
      ['array', 3, 6, 18],
      ['object', 2, 23, 36],
      ['string', 0, 41, 44],
      ['boolean', 0, 49, 53],
      ['null', 0, 58, 62],
      ['number', 0, 67, 69],
    ]);
  });

  it('counts all, and keeps what an answer can show', () => {
    const json = JSON.stringify(Array.from({ length: 1000 }, (_, index) => index));
    const { matchCount, matches } = run('[*]', json, { maxBytes: 100, from: { match: 990, offset: 0 } });
    expect(matchCount).toBe(1000);
    expect(matches.map(({ path }) => path)).toEqual(Array.from({ length: 11 }, (_, at) => `$[${989 + at}]`));
    expect(run('[*]', json, { maxBytes: 0 }).matches).toEqual([]);
  });
});

describe('contents of every size and depth', () => {
  it('follows 500 levels', () => {
    const json = `${'{"a":['.repeat(250)}1${']}'.repeat(250)}`;
    const { matchCount, matches } = run('$..*', json, { from: { match: 500, offset: 0 } });
    expect(matchCount).toBe(500);
    expect(new TextDecoder().decode(matches[0]?.json)).toBe('1');
    expect(matches[0]?.offset).toBe(250 * 6);
  });

  it('tells a depth that cannot be followed from a fault', () => {
    const json = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    expect(() => run('$..*', json)).toThrow(expect.objectContaining({ code: 'query-too-large' }));
  });

  it('cuts one huge value to what can be shown, and goes on in it', () => {
    const json = `{"a":"${'é'.repeat(500_000)}"}`;
    const [first] = run('a', json, { maxBytes: 100 }).matches;
    expect(first).toMatchObject({ kind: 'string', offset: 5, endOffset: 1_000_007, fromOffset: 5, isComplete: false });
    expect(first?.json.length).toBeLessThanOrEqual(400);
    const [rest] = run('a', json, { maxBytes: 100, from: { match: 1, offset: 999_998 } }).matches;
    expect(new TextDecoder().decode(rest?.json)).toBe('éééé"');
    expect(rest).toMatchObject({ fromOffset: 999_998, isComplete: true });
  });

  it('finds the value of one huge key', () => {
    const key = 'k'.repeat(1_000_000);
    const [match] = run('$..a', `{"${key}":[{"a":7}]}`).matches;
    expect(new TextDecoder().decode(match?.json)).toBe('7');
    expect(match?.path).toBe(`$.${'k'.repeat(1998)}…`);
  });
});

describe('encodings', () => {
  it('passes over a byte order mark, which counts in offsets', () => {
    const [match] = run('a', '\ufeff{"a":1}').matches;
    expect(match).toMatchObject({ offset: 8, endOffset: 9 });
    expect(found(run('[*].a', '\ufeff{"a":1}\n{"a":2}\n'))).toEqual(['$[0].a: 1', '$[1].a: 2']);
  });

  it.each(['le', 'be'] as const)('reads UTF-16%s, with offsets in its own bytes', (order) => {
    const text = '{"é😀":["😀","x"]}';
    for (const hasMark of [true, false]) {
      const bytes = utf16(text, order, hasMark);
      const encoding = `utf-16${order}` as const;
      const outcome = run('$..*', bytes, { encoding });
      expect(found(outcome)).toEqual([`$['é😀']: ["😀","x"]`, `$['é😀'][0]: "😀"`, `$['é😀'][1]: "x"`]);
      const [, , last] = outcome.matches;
      const start = text.indexOf('"x"') * 2 + (hasMark ? 2 : 0);
      expect(last).toMatchObject({ offset: start, endOffset: start + 6 });
      const rest = run('$..*', bytes, { encoding, from: { match: 1, offset: start } });
      expect(found(rest)[0]).toBe(`$['é😀']: "x"]`);
    }
  });

  it('says in which form a place is counted that is not one of the content', () => {
    const error = refusal(utf16('{"é":x}', 'le'), { encoding: 'utf-16le' });
    expect(error.toModelText()).toContain("in UTF-8: byte 6 (line 1): expected a value, found 'x'");
  });
});

describe('JSON Lines', () => {
  it('makes each line an item of $', () => {
    const outcome = run("[?@.level == 'error'].id", '{"level":"info","id":1}\r\n\n{"level":"error","id":2}\r\n[3]');
    expect(outcome).toMatchObject({ format: 'json-lines', documentCount: 3, faultyLines: 0, matchCount: 1 });
    expect(found(outcome)).toEqual(['$[1].id: 2']);
    expect(outcome.matches[0]).toMatchObject({ offset: 48, endOffset: 49 });
  });

  it('gives every document for $ alone', () => {
    expect(found(run('$', '{"a":1}\n[2]\n'))).toEqual(['$[0]: {"a":1}', '$[1]: [2]']);
  });

  it('passes over lines that are no JSON, and counts them', () => {
    const outcome = run('[*].a', '{"a":1}\n{"a":\n{"a":3}\nnone\n{"a":5}');
    expect(found(outcome)).toEqual(['$[0].a: 1', '$[1].a: 3', '$[2].a: 5']);
    expect(outcome).toMatchObject({ documentCount: 3, faultyLines: 2, firstFaultyLine: 2 });
  });

  it('begins in the middle of a record where a log was cut', () => {
    const outcome = run('[*].a', 'of a record"}\n{"a":1}\n{"a":2}\n');
    expect(found(outcome)).toEqual(['$[0].a: 1', '$[1].a: 2']);
    expect(outcome).toMatchObject({ faultyLines: 1, firstFaultyLine: 1 });
  });

  it('is not found in a text that has a few lines of JSON', () => {
    expect(refusal('{"a":1}\nno\n[2]\nnone\n').code).toBe('not-json');
    expect(refusal(`${'no\n'.repeat(101)}${'{"a":1}\n'.repeat(500)}`).code).toBe('not-json');
    expect(run('[*].a', `${'no\n'.repeat(100)}${'{"a":1}\n'.repeat(500)}`).matchCount).toBe(500);
  });

  it('takes one line for one document', () => {
    expect(run('a', '{"a":1}\n')).toMatchObject({ format: 'json', documentCount: 1, matchCount: 1 });
  });
});

describe('contents that are no JSON', () => {
  it.each([
    ['', 'it is empty. There is nothing to find in it.'],
    ['\ufeff', 'it is empty'],
    [' \n', 'byte 2 (line 2): expected a value, found the end'],
    ['hello', "byte 0 (line 1): expected a value, found 'h'"],
    ['{"a":1', 'byte 6 (line 1): expected "," or "}", found the end'],
    ['{\n "a": 1,\n}', "byte 11 (line 3): expected a key in quotes, found '}'"],
    ["{'a':1}", "byte 1 (line 1): expected a key in quotes or \"}\", found '''"],
    ['{"a":NaN}', 'byte 5 (line 1): expected a number that JSON has'],
    ['["\\x"]', 'byte 3 (line 1): expected a valid escape'],
    ['["a\u0001"]', 'byte 3 (line 1): expected no control character in a string'],
    ['{"a":1} {"b":2}', 'several values follow one another'],
    ['{"a":1}\nno\nno\n', "byte 8 (line 2): expected the end, found 'n'"],
  ])('%j is told with the place: %s', (content, what) => {
    const error = refusal(content);
    expect(error.code).toBe('not-json');
    expect(error.toModelText()).toContain(what);
  });

  it('names the other ways', () => {
    expect(refusal('hello').toModelText()).toMatch(/Search it with a pattern instead \(grep\), or read it in pages\.$/);
  });
});
