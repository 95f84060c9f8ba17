import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPath, parseRange, parseString, rewriteObject, slice } from '../../src/json/raw.ts';
import { findMember, scanArray, scanObject, skipSpace, skipValue } from '../../src/json/scan.ts';

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8');

describe('scanning JSON', () => {
  // Fails when the ends of long strings are remembered without the bytes or the place that they belong to.
  it('finds strings of mebibytes again at every level, in every frame', () => {
    for (const tail of ['\\"', '\\\\', '']) {
      const [first, second] = [`"${'x'.repeat(1_100_000)}${tail}"`, `"${'\\"'.repeat(700_000)}${tail}"`];
      const bytes = bytesOf(`{"a":{"b":${first},"c":[${second},1]}}`);
      for (let round = 0; round < 2; round++) {
        expect(skipValue(bytes, 0)).toBe(bytes.length);
        const b = findPath(bytes, { start: 0, end: bytes.length }, 'a', 'b');
        const c = findPath(bytes, { start: 0, end: bytes.length }, 'a', 'c');
        expect(b === undefined ? 0 : b.end - b.start).toBe(first.length);
        const lengths = scanArray(bytes, c?.start ?? 0)?.items.map(({ start, end }) => end - start);
        expect(lengths).toEqual([second.length, 1]);
      }
    }
  });

  // Fails when the native search after a long run forgets the back-slashes before a quote.
  it('finds the end and the members of whatever JSON.stringify writes', () => {
    const long = fc.integer({ min: 40, max: 400 }).map((length) => '\\"'.repeat(length));
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue(),
        fc.string({ unit: 'binary', maxLength: 200 }),
        long,
        fc.dictionary(fc.string({ unit: 'binary' }), tie('value')),
        fc.array(tie('value')),
      ),
    })).value;
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 1, '\t'), (made, indent) => {
        const bytes = bytesOf(JSON.stringify(made, undefined, indent));
        expect(skipValue(bytes, 0)).toBe(bytes.length);
        if (Array.isArray(made)) {
          const items = scanArray(bytes, 0)?.items.map((range) => parseRange(bytes, range));
          expect(items).toEqual(JSON.parse(bytes.toString()));
        } else if (typeof made === 'object' && made !== null) {
          const members = scanObject(bytes, 0)?.members.map(({ key, value }) => [key, parseRange(bytes, value)]);
          expect(members).toEqual(Object.entries(JSON.parse(bytes.toString())));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('knows that no cut value is whole', () => {
    const bytes = bytesOf('{"a":[1,{"b":"\\\\\\""},"]}"],"c":-1.5e3}');
    expect(skipValue(bytes, 0)).toBe(bytes.length);
    for (let length = 0; length < bytes.length; length++) {
      expect(scanObject(bytes.subarray(0, length), 0), `cut at ${length}`).toBeUndefined();
    }
  });

  it.each(['{"a":1', '{"a" 1}', '{a:1}', '{"a":1 "b":2}', '{"a":}', '{,}', '[1 2]', '{"a":1,}', ''])(
    'refuses %s',
    (text) => {
      expect(scanObject(bytesOf(text), 0)).toBeUndefined();
    },
  );

  it('walks 100,000 levels without a stack', () => {
    const bytes = bytesOf('['.repeat(100_000) + ']'.repeat(100_000));
    expect(skipValue(bytes, 0)).toBe(200_000);
  });

  it('takes the last of two members of one name, as parsers do', () => {
    const bytes = bytesOf('{"id":1,"id":2}');
    expect(parseRange(bytes, findMember(scanObject(bytes, 0)?.members ?? [], 'id'))).toBe(2);
  });

  it('follows a path and reads only short strings', () => {
    const bytes = bytesOf(' {"a" : {"b":{"c":"d"}}, "n":1, "long":"xxxxxxxxxx"}');
    const start = skipSpace(bytes, 0);
    const root = { start, end: bytes.length };
    expect(parseString(bytes, findPath(bytes, root, 'a', 'b', 'c'))).toBe('d');
    expect(findPath(bytes, root, 'a', 'x', 'c')).toBeUndefined();
    expect(parseString(bytes, findPath(bytes, root, 'n'))).toBeUndefined();
    expect(parseString(bytes, findPath(bytes, root, 'long'), 5)).toBeUndefined();
  });

  it('writes an object again with the bytes of what stays', () => {
    const bytes = bytesOf('{ "big":12345678901234567890.10, "drop" : [1], "a\\u0062":"\\u00e9", "set":1 }');
    const members = scanObject(bytes, 0)?.members ?? [];
    const replace = new Map([
      ['drop', null],
      ['set', Buffer.from('{"x":2}')],
      ['new', Buffer.from('true')],
    ]);
    expect(rewriteObject(bytes, members, replace).toString()).toBe(
      '{"big":12345678901234567890.10,"a\\u0062":"\\u00e9","set":{"x":2},"new":true}',
    );
    expect(rewriteObject(bytesOf('{}'), [], new Map()).toString()).toBe('{}');
  });

  it('gives the bytes of a range', () => {
    expect(slice(bytesOf('abcdef'), { start: 2, end: 4 }).toString()).toBe('cd');
  });
});
