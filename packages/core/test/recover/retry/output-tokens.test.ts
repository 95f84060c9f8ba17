import { expect, it } from 'vitest';
import { outputTokensOf, withOutputTokens } from '../../../src/recover/retry/output-tokens.ts';
import { resolveFormat } from '../../../src/recover/wire/formats.ts';
import type { JsonObject } from '../../../src/recover/wire/json.ts';

it.each<[string, JsonObject, number | undefined, JsonObject]>([
  ['anthropic-messages', { max_tokens: 900 }, 900, { max_tokens: 50 }],
  ['openai-chat', { max_completion_tokens: 900 }, 900, { max_completion_tokens: 50 }],
  ['openai-chat', { max_tokens: 900 }, 900, { max_tokens: 50 }],
  ['openai-chat', { max_tokens: null }, undefined, { max_tokens: null, max_completion_tokens: 50 }],
  ['openai-responses', {}, undefined, { max_output_tokens: 50 }],
  [
    'bedrock-converse',
    { inferenceConfig: { maxTokens: 900, topP: 1 } },
    900,
    { inferenceConfig: { maxTokens: 50, topP: 1 } },
  ],
  ['bedrock-converse', {}, undefined, { inferenceConfig: { maxTokens: 50 } }],
  ['gemini', { generationConfig: { maxOutputTokens: 900 } }, 900, { generationConfig: { maxOutputTokens: 50 } }],
  ['gemini', { config: { maxOutputTokens: 900 } }, 900, { config: { maxOutputTokens: 50 } }],
])('%s: %j', (name, body, tokens, lowered) => {
  const format = resolveFormat(name);
  const before = structuredClone(body);
  expect(outputTokensOf(body, format)).toBe(tokens);
  expect(withOutputTokens(body, format, 50)).toEqual(lowered);
  expect(body).toEqual(before);
});
