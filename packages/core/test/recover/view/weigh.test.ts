import { expect, it } from 'vitest';
import { weigh } from '../../../src/recover/view/weigh.ts';
import { resolveFormat } from '../../../src/recover/wire/formats.ts';
import type { JsonObject } from '../../../src/recover/wire/json.ts';

const schema = { type: 'object', properties: {} };

it.each<[string, JsonObject, number]>([
  ['anthropic-messages', { tools: [{ name: 'read' }, { name: 'write' }] }, 2],
  ['openai-chat', { tools: [{ type: 'function', function: { name: 'read', parameters: schema } }] }, 1],
  ['openai-responses', { tools: [{ type: 'function', name: 'read' }, { type: 'web_search' }] }, 2],
  ['bedrock-converse', { toolConfig: { tools: [{ toolSpec: { name: 'read' } }, { toolSpec: { name: 'write' } }] } }, 2],
  ['bedrock-converse', { toolConfig: { toolChoice: { auto: {} } } }, 0],
  ['gemini', { tools: [{ functionDeclarations: [{ name: 'read' }, { name: 'write' }] }, { googleSearch: {} }] }, 3],
  ['gemini', {}, 0],
])('%s: counts the definitions of tools, wherever they stand', (api, tools, count) => {
  const format = resolveFormat(api);
  expect(weigh({ [format.messagesKey]: [], ...tools }, format).tools.count).toBe(count);
});
