import { createAnthropic } from '@ai-sdk/anthropic';
import { createMemoryStore, createSpillway } from '@spillway/core';
import { wrapTools } from '@spillway/core/adapters/ai-sdk';
import { createLiteralReader, startScriptedProvider } from '@spillway/core/testing/providers';
import { generateText, stepCountIs, tool } from 'ai';
import { expect, it } from 'vitest';
import { z } from 'zod';

const lines = Array.from({ length: 20_000 }, (_, n) => `request ${n} served`);
const log = lines.with(12_345, 'request 12345 lost by shard 42').join('\n');

const readLog = tool({
  description: 'Reads the log of a host.',
  inputSchema: z.object({ host: z.string() }),
  execute: async () => log,
});

it('answers from a log of 400 KB, of which the model saw what it asked for', async () => {
  await using provider = await startScriptedProvider({ script: createLiteralReader() });
  const anthropic = createAnthropic({ baseURL: `${provider.url}/v1`, apiKey: 'none' });
  const spillway = createSpillway({ store: createMemoryStore(), scope: 'test' });

  const { text, steps } = await generateText({
    model: anthropic('claude-sonnet-4-5'),
    tools: wrapTools({ readLog }, spillway),
    stopWhen: stepCountIs(10),
    prompt: 'Find: shard 42\nreadLog {"host":"web-1"}',
  });

  expect(text).toMatch(/^found:.*request 12345 lost by shard 42$/);
  expect(steps[0]?.staticToolResults[0]?.output).toBe(log);
  expect(Math.max(...provider.requests.map(({ bytes }) => bytes.length))).toBeLessThan(20_000);
});
