import { expect, it } from 'vitest';
import { usageIn } from '../../../src/recover/retry/usage-in.ts';

it.each([
  ['OpenAI Chat', { usage: { prompt_tokens: 321, completion_tokens: 4 } }, 321],
  ['OpenAI Responses', { usage: { input_tokens: 321, output_tokens: 4 } }, 321],
  ['Anthropic, with its cache', { usage: { input_tokens: 21, cache_read_input_tokens: 300 } }, 321],
  ['Bedrock', { usage: { inputTokens: 321, outputTokens: 4 } }, 321],
  ['Gemini', { usageMetadata: { promptTokenCount: 321 } }, 321],
  ['AI SDK, version 5', { usage: { inputTokens: 321, outputTokens: 4, totalTokens: 325 } }, 321],
  ['AI SDK, a total and its parts', { usage: { inputTokens: { total: 321, noCache: 21, cacheRead: 300 } } }, 321],
  ['AI SDK, no total', { usage: { inputTokens: { total: undefined }, outputTokens: {} } }, undefined],
  ['no count', { usage: { prompt_tokens: null } }, undefined],
  ['a promise of one', { usage: Promise.resolve({ prompt_tokens: 321 }) }, undefined],
  ['no usage', { choices: [] }, undefined],
  ['no object', 'done', undefined],
  ['nothing', null, undefined],
])('the prompt as it was counted: %s', (_, answer, inputTokens) => {
  expect(usageIn(answer)).toEqual(inputTokens === undefined ? undefined : { inputTokens });
});
