import { describe, expect, it } from 'vitest';
import { applyChanges } from '../../../src/recover/view/change.ts';
import { heal } from '../../../src/recover/view/heal.ts';
import { repair } from '../../../src/recover/view/repair/repair.ts';
import { shrink } from '../../../src/recover/view/shrink.ts';
import { resolveFormat } from '../../../src/recover/wire/formats.ts';
import { type JsonObject, toJsonText } from '../../../src/recover/wire/json.ts';
import { createSpillway } from '../../../src/spillway.ts';
import { createMemoryStore } from '../../../src/store/memory.ts';
import type { ProviderApi } from '../../../src/testing/providers/rules/rule.ts';

const base64 = Buffer.alloc(900_000, 'a picture, as its bytes are. ').toString('base64');
const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
const words = 'what stands beside the picture '.repeat(33);
const url = `data:image/png;base64,${base64}`;
const args = '{}';

/** A picture of 1.2 MB in what a person says, and one in a result where the API takes it, with 1 KB of text beside each. */
const conversations: Readonly<Record<ProviderApi, readonly JsonObject[]>> = {
  'anthropic-messages': [
    {
      role: 'user',
      content: [
        { type: 'text', text: words },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64 } },
      ],
    },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'shot', input: {} }] },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'c1',
          content: [
            { type: 'text', text: words },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64 } },
          ],
        },
      ],
    },
  ],
  'bedrock-converse': [
    { role: 'user', content: [{ text: words }, { image: { format: 'png', source: { bytes } } }] },
    { role: 'assistant', content: [{ toolUse: { toolUseId: 'c1', name: 'shot', input: {} } }] },
    {
      role: 'user',
      content: [
        {
          toolResult: { toolUseId: 'c1', content: [{ text: words }, { image: { format: 'png', source: { bytes } } }] },
        },
      ],
    },
  ],
  'openai-chat': [
    {
      role: 'user',
      content: [
        { type: 'text', text: words },
        { type: 'image_url', image_url: { url } },
      ],
    },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'shot', arguments: args } }],
    },
    {
      role: 'tool',
      tool_call_id: 'c1',
      content: [
        { type: 'text', text: words },
        { type: 'image_url', image_url: { url } },
      ],
    },
  ],
  'openai-responses': [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: words },
        { type: 'input_image', image_url: url },
      ],
    },
    { type: 'function_call', call_id: 'c1', name: 'shot', arguments: args },
    {
      type: 'function_call_output',
      call_id: 'c1',
      output: [
        { type: 'input_text', text: words },
        { type: 'input_image', image_url: url },
      ],
    },
  ],
  gemini: [
    { role: 'user', parts: [{ text: words }, { inlineData: { mimeType: 'image/png', data: base64 } }] },
    { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'shot', args: {} } }] },
    {
      role: 'user',
      parts: [
        {
          functionResponse: {
            id: 'c1',
            name: 'shot',
            response: { output: words },
            parts: [{ inlineData: { mimeType: 'image/png', data: base64 } }],
          },
        },
      ],
    },
  ],
};

/** Runs of base64 that stand in a text, and not as a medium. */
const runsInTexts = (messages: readonly JsonObject[]): number => {
  const text = toJsonText(messages).replaceAll(`"${base64}"`, '').replaceAll(`"${url}"`, '');
  return [...text.matchAll(/[A-Za-z0-9+/]{1000,}/gu)].length;
};

describe.each(Object.entries(conversations))('pictures with %s', (api, messages) => {
  const format = resolveFormat(api);
  const contextOf = (budget: { maxResultBytes?: number; maxMediaBytes?: number }) => ({
    bounder: createSpillway({ store: createMemoryStore(), scope: 'test', budget }),
    format,
  });

  it('BC-067 BC-070 are no text of a result: the words beside them stay whole, and so do they', async () => {
    expect(await heal(contextOf({ maxResultBytes: 2_048, maxMediaBytes: 2_000_000 }), messages)).toEqual([]);
    expect(repair(messages, format).messages).toBe(messages);
  });

  it('BC-067 BC-070 of a result over their own limit become a line of text with a handle', async () => {
    const context = contextOf({ maxMediaBytes: 100_000 });
    const changes = await heal(context, messages);
    const healed = applyChanges(messages, changes);
    expect(runsInTexts(healed)).toBe(0);
    expect(toJsonText(healed)).toContain(words.trim());
    expect(await heal(context, healed)).toEqual([]);
  });

  it('BC-070 leave no base64 in a text when a result over its budget stands beside them', async () => {
    const context = contextOf({ maxResultBytes: 1_024, maxMediaBytes: 2_000_000 });
    const healed = applyChanges(messages, await heal(context, messages));
    expect(runsInTexts(healed)).toBe(0);
    expect(await heal(context, healed)).toEqual([]);
  });

  it('BC-070 leave no base64 in a text when all is shortened', async () => {
    const context = contextOf({});
    const goal = { unit: 'bytes', save: Number.POSITIVE_INFINITY, order: 'newest' } as const;
    const shrunk = applyChanges(messages, await shrink(context, messages, goal));
    expect(runsInTexts(shrunk)).toBe(0);
    expect(toJsonText(shrunk).length).toBeLessThan(8_000);
    expect(await shrink(context, shrunk, goal)).toEqual([]);
  });

  it('BC-070 stay pictures in a result whose call is lost', () => {
    const repaired = repair(
      messages.filter((_, index) => index !== 1),
      format,
    );
    expect(repaired.faults.map(({ kind }) => kind)).toContain('result-without-call');
    expect(runsInTexts(repaired.messages)).toBe(0);
    expect(toJsonText(repaired.messages).split(base64)).toHaveLength(3);
    expect(repair(repaired.messages, format).faults).toEqual([]);
  });
});
