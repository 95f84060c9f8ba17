import { describe, expect, it } from 'vitest';
import { findOpenString } from '../../src/json/open-string.ts';

const path = ['result', 'content', 0, 'text'] as const;
const find = (line: string): number | undefined => findOpenString(Buffer.from(line), path);

describe('findOpenString', () => {
  it.each([
    ['the order of most servers', '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"'],
    ['the result first', '{"result":{"content":[{"type":"text","text":"'],
    ['the text before its type', '{"id":1,"result":{"content":[{"text":"'],
    ['white space anywhere', ' { "id" : 1 , "result" : { "content" : [ { "type" : "text" , "text" : "'],
    [
      'other members before',
      '{"a":{"text":"x","b":[1,{}]},"result":{"isError":false,"_meta":{"k":"}"},"content":[{"text":"',
    ],
    ['a key that only looks like it', '{"result\\u0041":{},"resul\\"t":1,"result":{"content":[{"text":"'],
  ])('finds the text behind %s', (_, before) => {
    expect(find(`${before}inside of the text`)).toBe(before.length);
    expect(find(before)).toBe(before.length);
  });

  it.each([
    '{"jsonrpc":"2.0","id":1,"error":{"content":[{"text":"x',
    '{"id":1,"result":{"content":{"text":"x',
    '{"id":1,"result":{"content":[["x',
    '{"id":1,"result":{"content":[{"type":"image","data":"x',
    '{"id":1,"result":{"content":[{"text":{"a":"x',
    '{"id":1,"result":{"content":[{"text":12',
    '{"id":1,"result":[{"content":[{"text":"x',
    '[{"id":1,"result":{"content":[{"text":"x',
    '{"id":1,"result":{"content":[],"more":[{"text":"x',
    '{"id":1,"result":{"content":[{"type":"a"},{"text":"x',
    '{"result"="content"',
    '{result:{"content":[{"text":"x',
    '\ufeff{"id":1,"result":{"content":[{"text":"x',
    'INFO "result"',
    '',
  ])('finds none in %s', (line) => {
    expect(find(line)).toBeUndefined();
  });

  it('finds it at no byte of its way, and at each byte behind it', () => {
    const before = '{"jsonrpc":"2.0","id":[{"text":"no"}],"result":{"_meta":{},"content":[{"type":"text","text":"';
    const line = `${before}a\\"b\\\\"}]}}`;
    for (let length = 0; length <= line.length; length++) {
      expect(find(line.slice(0, length))).toBe(length < before.length ? undefined : before.length);
    }
  });
});
