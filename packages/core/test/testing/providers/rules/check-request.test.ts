import { describe, expect, it } from 'vitest';
import { checkRequest } from '../../../../src/testing/providers/rules/check-request.ts';
import type { ProviderApi } from '../../../../src/testing/providers/rules/rule.ts';

const apis: readonly ProviderApi[] = [
  'anthropic-messages',
  'bedrock-converse',
  'gemini',
  'openai-chat',
  'openai-responses',
];
const circle: Record<string, unknown> = {};
circle.self = circle;

describe('checkRequest', () => {
  it.each(
    apis.flatMap((api) => [null, undefined, [], 'text', 7, circle, { count: 1n }].map((body) => [api, body] as const)),
  )('refuses what is no JSON object: %s %o', (api, body) => {
    expect(checkRequest(api, body).map(({ rule, where }) => [rule, where])).toEqual([['json-object', '$']]);
  });

  it.each(apis)('survives bodies of any make: %s', (api) => {
    for (const value of [
      null,
      7,
      [],
      [null],
      [[]],
      {},
      [{}],
      [{ role: 7, content: 7 }],
      [{ content: [null, 'x', {}] }],
    ]) {
      const body = { messages: value, contents: value, input: value, tools: value, toolConfig: value, system: value };
      expect(checkRequest(api, body)).not.toEqual([]);
    }
  });

  it('looks at what is sent, not at what was given', () => {
    const message = { role: 'user', content: { toJSON: () => 'Hi' } };
    expect(checkRequest('openai-chat', { messages: [message], tools: undefined })).toEqual([]);
  });

  it('throws where the API is not known', () => {
    expect(() => checkRequest('ollama' as ProviderApi, {})).toThrow(TypeError);
  });
});
