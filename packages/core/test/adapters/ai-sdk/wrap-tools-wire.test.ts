import type { ToolSet } from 'ai';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { wrapTools } from '../../../src/adapters/ai-sdk/wrap-tools.ts';
import { type ScriptedProvider, startScriptedProvider } from '../../../src/testing/providers/scripted-provider.ts';
import type { Script } from '../../../src/testing/providers/step.ts';
import { apis, sentMessages, sizeOf } from './support/apis.ts';
import { ranOn, sdks } from './support/sdks.ts';
import { createTestSpillway, keptByteLengths, makeLog } from './support/spillway.ts';

let provider: ScriptedProvider;
const start = async (script: Script): Promise<string> => {
  provider = await startScriptedProvider({ script });
  return provider.url;
};
afterEach(() => provider.close());

const cases = sdks.flatMap((sdk) => apis.map((api) => ({ title: `${sdk.title}, ${api.name}`, sdk, api })));

describe(`wrapTools on the wire (${ranOn})`, () => {
  describe.each(cases)('$title', ({ sdk, api }) => {
    const { tool, generateText, streamText, stepCountIs } = sdk.ai;

    it('shows a large result within the budget, and the program all of it', async () => {
      const url = await start([{ toolCalls: [{ name: 'readLogs', input: { host: 'web-1' } }] }, { text: 'done' }]);
      const spillway = createTestSpillway({ maxResultBytes: 16_384 });
      const log = makeLog(5_000);
      const result = await generateText({
        model: api.model(sdk, url),
        prompt: 'what is wrong?',
        stopWhen: stepCountIs(5),
        tools: wrapTools(
          {
            readLogs: tool({
              description: 'Reads the log of a host.',
              inputSchema: z.object({ host: z.string() }),
              execute: async ({ host }) => ({ host, log }),
            }),
          },
          spillway,
        ),
      });
      expect(result.text).toBe('done');
      const [called] = result.steps[0]?.toolResults ?? [];
      expect(called).toMatchObject({ toolName: 'readLogs', output: { host: 'web-1', log } });
      const [sent] = api.resultsIn(provider.requests[1]?.body);
      expect(sizeOf(sent?.message)).toBeLessThanOrEqual(16_384);
      expect(sent?.content).toMatch(/^\[PARTIAL\].* r_[0-9a-z]+ keeps all/);
      expect(await keptByteLengths(spillway)).toEqual([Buffer.byteLength(JSON.stringify({ host: 'web-1', log }))]);
    });

    it('keeps a small result as the AI SDK sends it', async () => {
      const url = await start([{ toolCalls: [{ name: 'weather', input: { city: 'Berlin' } }] }, { text: 'done' }]);
      const spillway = createTestSpillway();
      const weather = tool({
        description: 'Tells the weather.',
        inputSchema: z.object({ city: z.string() }),
        execute: async ({ city }) => ({ city, degrees: 7, words: 'rain, "light"' }),
      });
      const ask = (tools: object) =>
        generateText({
          model: api.model(sdk, url),
          prompt: 'weather?',
          stopWhen: stepCountIs(5),
          tools: tools as ToolSet,
        });
      await ask(wrapTools({ weather }, spillway));
      const [sent] = api.resultsIn(provider.requests[1]?.body);
      expect(sent?.content).toBe('{"city":"Berlin","degrees":7,"words":"rain, \\"light\\""}');
      expect((await spillway.list()).handles).toEqual([]);
    });

    it('has readers that obey what the notice says', async () => {
      const url = await start((request) => {
        const [last] = request.items.filter(({ kind }) => kind === 'tool-result').slice(-1);
        if (last?.kind !== 'tool-result') return { toolCalls: [{ name: 'readLogs', input: {} }] };
        const call = /^(grep_result) (\{.*\})$/m.exec(last.text);
        if (call === null) return { text: last.text };
        return { toolCalls: [{ name: call[1] ?? '', input: JSON.parse(call[2] ?? '') }] };
      });
      const result = await generateText({
        model: api.model(sdk, url),
        prompt: 'what is wrong?',
        stopWhen: stepCountIs(5),
        tools: wrapTools(
          { readLogs: tool({ inputSchema: z.object({}), execute: async () => makeLog(5_000) }) },
          createTestSpillway(),
        ),
      });
      expect(result.text).toContain('»ERROR« [payments] checksum mismatch, ledger shard 42');
      expect(result.steps[1]?.toolResults[0]?.output).toMatchObject({ isError: false, page: { matchCount: 1 } });
    });

    it('sends each prompt as a continuation of the one before, over ten steps', async () => {
      const call = { name: 'readLogs', input: { host: 'web-1' } };
      const url = await start([...Array.from({ length: 9 }, () => ({ toolCalls: [call, call] })), { text: 'done' }]);
      let reads = 0;
      const result = streamText({
        model: api.model(sdk, url),
        prompt: 'what is wrong?',
        stopWhen: stepCountIs(20),
        tools: wrapTools(
          {
            readLogs: tool({
              description: 'Reads the log of a host.',
              inputSchema: z.object({ host: z.string() }),
              execute: async () => `${makeLog(300)}\nread ${++reads}`,
            }),
          },
          createTestSpillway({ maxResultBytes: 4_096 }),
        ),
      });
      expect(await result.text).toBe('done');
      expect(provider.requests).toHaveLength(10);
      const sent = provider.requests.map((request) => sentMessages(request, api));
      for (const [index, messages] of sent.slice(1).entries()) {
        expect(messages.startsWith((sent[index] ?? '').slice(0, -1))).toBe(true);
      }
      const shown = api.resultsIn(provider.requests[9]?.body);
      expect(shown).toHaveLength(18);
      expect(Math.max(...shown.map(({ message }) => sizeOf(message)))).toBeLessThanOrEqual(4_096);
    });
  });
});
