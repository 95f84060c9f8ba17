import { createAnthropic } from '@ai-sdk/anthropic';
import { createMemoryStore, createSpillway, SpillwayError } from '@spillway/core';
import { recoverMiddleware } from '@spillway/core/adapters/ai-sdk';
import { startScriptedProvider } from '@spillway/core/testing/providers';
import { generateText, type LanguageModel, type ModelMessage, wrapLanguageModel } from 'ai';
import { expect, it } from 'vitest';

const spillway = createSpillway({ store: createMemoryStore(), scope: 'test' });

function recovering(url: string): LanguageModel {
  const anthropic = createAnthropic({ baseURL: `${url}/v1`, apiKey: 'none' });
  return wrapLanguageModel({ model: anthropic('claude-sonnet-4-5'), middleware: recoverMiddleware({ spillway }) });
}

/** A conversation of before: nobody bounded what this tool gave. */
const messages: ModelMessage[] = [
  { role: 'user', content: 'What is wrong?' },
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'toolu_1', toolName: 'readLog', input: {} }] },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'toolu_1',
        toolName: 'readLog',
        output: { type: 'text', value: 'one line of the log\n'.repeat(3_000) },
      },
    ],
  },
];

it('goes on after a refusal, inside the same call', async () => {
  await using provider = await startScriptedProvider({ script: () => ({ text: 'Nothing.' }), maxRequestBytes: 45_000 });
  const { text } = await generateText({ model: recovering(provider.url), messages });
  expect(text).toBe('Nothing.');
  expect(provider.requests.map(({ status }) => status)).toEqual([400, 200]);
});

it('says what fills the window where nothing can be made smaller, and sends nothing again', async () => {
  await using provider = await startScriptedProvider({ script: [], maxRequestBytes: 45_000 });
  const prompt = 'word '.repeat(20_000);
  const error: unknown = await generateText({ model: recovering(provider.url), prompt }).catch((thrown) => thrown);
  expect(SpillwayError.isInstance(error) && error.code).toBe('overflow');
  expect(String(error)).toContain('Send a shorter message');
  expect(provider.requests).toHaveLength(1);
});
