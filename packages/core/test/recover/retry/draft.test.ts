import { describe, expect, it } from 'vitest';
import { assertSamePairs, byteLengthOf, sentMessages, toBody, toDraft } from '../../../src/recover/retry/draft.ts';
import { resolveFormat } from '../../../src/recover/wire/formats.ts';
import type { JsonObject } from '../../../src/recover/wire/json.ts';

const chat = resolveFormat('openai-chat');
const user = (content: string): JsonObject => ({ role: 'user', content });
const call: JsonObject = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: '1', type: 'function', function: { name: 'look', arguments: '{}' } }],
};
const result: JsonObject = { role: 'tool', tool_call_id: '1', content: 'seen' };

describe('a request', () => {
  it('that is not changed is the same object', () => {
    const body = { model: 'm', messages: [user('a'), call, result] };
    for (const repairs of [false, true]) expect(toBody(toDraft(body, chat, repairs))).toBe(body);
  });

  it('with a text in the place of messages is the same object', () => {
    const body = { model: 'm', input: 'hello' };
    const responses = resolveFormat('openai-responses');
    for (const repairs of [false, true]) expect(toBody(toDraft(body, responses, repairs))).toBe(body);
  });

  it('with other messages keeps the order of its keys', () => {
    const draft = toDraft({ messages: [user('a')], model: 'm' }, chat, false);
    expect(JSON.stringify(toBody({ ...draft, messages: [user('b')] }))).toBe(
      '{"messages":[{"role":"user","content":"b"}],"model":"m"}',
    );
  });

  it('is mended where that is asked for', () => {
    const body = { messages: [user('a'), call] };
    expect(sentMessages(toDraft(body, chat, false))).toHaveLength(2);
    expect(sentMessages(toDraft(body, chat, true))).toHaveLength(3);
  });

  it('is measured as it is sent, bytes as base64', () => {
    expect(byteLengthOf({ text: 'ä' })).toBe(13);
    expect(byteLengthOf({ data: new Uint8Array([1, 2, 3]) })).toBe(15);
  });

  it.each([undefined, null, 7, ['a'], [null]])('has its messages as objects: %j does not', (messages) => {
    expect(() => toDraft({ messages } as JsonObject, chat, false)).toThrow(TypeError);
  });
});

it('a change that parts a call from its result is never sent', () => {
  const before = toDraft({ messages: [user('a'), call, result] }, chat, false);
  expect(() =>
    assertSamePairs(before, { ...before, messages: [user('a'), call, { ...result, content: 'less' }] }),
  ).not.toThrow();
  expect(() => assertSamePairs(before, { ...before, messages: [user('a'), call] })).toThrow(/it was not sent/);
});
