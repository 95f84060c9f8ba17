import { describe, expect, it } from 'vitest';
import { jsonBytes, parseObject, replaceAt, toJsonText, valueAt } from '../../../src/recover/wire/json.ts';
import { jsonStringsOf } from '../../../src/recover/wire/json-strings.ts';

describe('toJsonText', () => {
  it.each<[string, unknown, string]>([
    ['bytes', { a: new Uint8Array([1, 2, 3]) }, '{"a":"AQID"}'],
    ['bytes that are a part of a buffer', [new Uint8Array([0, 1, 2, 3]).subarray(1)], '["AQID"]'],
    ['a Buffer', { a: [Buffer.from([1, 2, 3])] }, '{"a":["AQID"]}'],
    ['nothing to write', { a: undefined, b: null }, '{"b":null}'],
    ['half of a pair', ['\ud83d'], '["\\ud83d"]'],
  ])('writes %s', (_name, value, text) => {
    expect(toJsonText(value)).toBe(text);
    expect(jsonBytes(value)).toBe(Buffer.byteLength(text));
  });
});

describe('replaceAt', () => {
  it('shares all else, and keeps the order of keys', () => {
    const root = { z: { keep: 1 }, a: [{ b: 1, c: 2 }], __proto__x: 3 };
    const replaced = replaceAt(root, ['a', 0, 'b'], 'new');
    expect(JSON.stringify(replaced)).toBe('{"z":{"keep":1},"a":[{"b":"new","c":2}],"__proto__x":3}');
    expect(replaced.z).toBe(root.z);
    expect(valueAt(root, ['a', 0, 'b'])).toBe(1);
  });
});

describe('parseObject', () => {
  it.each([['[]'], ['"a"'], ['null'], ['{"a":'], ['']])('has nothing for %s', (text) => {
    expect(parseObject(text)).toBeUndefined();
  });
});

describe('jsonStringsOf', () => {
  it.each<[string, [string, boolean][]]>([
    ['{}', []],
    [
      '{"a" : "b","c":["d\\"e\\\\",1]}',
      [
        ['"a"', true],
        ['"b"', false],
        ['"c"', true],
        ['"d\\"e\\\\"', false],
      ],
    ],
    [
      '["\\\\\\"",":"]',
      [
        ['"\\\\\\""', false],
        ['":"', false],
      ],
    ],
  ])('lists those of %s', (text, strings) => {
    expect([...jsonStringsOf(text)].map(({ start, end, isKey }) => [text.slice(start, end), isKey])).toEqual(strings);
  });
});
