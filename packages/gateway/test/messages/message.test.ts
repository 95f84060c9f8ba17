import { describe, expect, it } from 'vitest';
import { toIdKey, toMessage } from '../../src/messages/message.ts';

const kindOf = (text: string): string => toMessage(Buffer.from(text)).kind;

describe('messages', () => {
  it.each([
    ['{"jsonrpc":"2.0","id":1,"method":"a"}', 'request'],
    ['{"method":"a","id":"x","params":[1]}', 'request'],
    ['{"jsonrpc":"2.0","method":"a"}', 'notification'],
    ['{"jsonrpc":"2.0","id":null,"method":"a"}', 'notification'],
    [' {"result":null,"id":1} \r', 'answer'],
    ['{"jsonrpc":"2.0","error":{"code":1,"message":""},"id":null}', 'answer'],
    ['[{"jsonrpc":"2.0","id":1,"result":{}}]', 'batch'],
    ['', 'noise'],
    ['   ', 'noise'],
    ['[]', 'noise'],
    ['listening on stdio', 'noise'],
    ['{"level":30,"msg":"x","id":4}', 'noise'],
    ['{"jsonrpc":"2.0","id":1,"result":{}', 'noise'],
    ['{"jsonrpc":"2.0","id":1,"result":{}}}', 'noise'],
    ['{"jsonrpc":"2.0","id":1,"result":{}} trailing', 'noise'],
    ['{"method":5,"id":1}', 'noise'],
    ['"text"', 'noise'],
    ['12', 'noise'],
  ])('%s is %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });

  it.each([
    ['1', '1', true],
    ['1', '"1"', false],
    ['1', '1.0', true],
    ['"a"', '"\\u0061"', true],
    ['12345678901234567890', '12345678901234567891', false],
    ['null', '"null"', false],
  ])('ids %s and %s are the same: %s', (a, b, same) => {
    expect(toIdKey(a) === toIdKey(b)).toBe(same);
  });
});
