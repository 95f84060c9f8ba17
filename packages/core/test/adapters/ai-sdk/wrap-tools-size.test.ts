import type { ToolSet } from 'ai';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { wrapTools } from '../../../src/adapters/ai-sdk/wrap-tools.ts';
import { type ScriptedProvider, startScriptedProvider } from '../../../src/testing/providers/scripted-provider.ts';
import { type Api, apis, type Body, type Result, sizeOf } from './support/apis.ts';
import { ranOn, type Sdk, sdks } from './support/sdks.ts';
import { createTestSpillway } from './support/spillway.ts';

let provider: ScriptedProvider;
afterEach(() => provider.close());

/** Texts that grow when they are escaped, just under a number of bytes as they are. */
const growing: Record<string, (bytes: number) => string> = {
  quotes: (bytes) => '"'.repeat(bytes - 1),
  backslashes: (bytes) => '\\'.repeat(bytes - 1),
  'line ends': (bytes) => 'x\n'.repeat(Math.floor((bytes - 1) / 2)),
  markup: (bytes) => '<a href="x">&</a>'.repeat(Math.floor((bytes - 1) / 17)),
  CJK: (bytes) => '漢'.repeat(Math.floor((bytes - 1) / 3)),
};

/** How a tool gives a text. */
const givings: Record<string, { give: (text: string) => unknown; toModelOutput?: (options: Body) => unknown }> = {
  'as text': { give: (text) => text },
  'in an object': { give: (text) => ({ rows: [text] }) },
  'as parts': {
    give: (text) => text,
    toModelOutput: ({ output }) => ({ type: 'content', value: [{ type: 'text', text: output }] }),
  },
  'as parts beside a picture': {
    give: (text) => text,
    toModelOutput: ({ output }) => ({
      type: 'content',
      value: [
        { type: 'text', text: output },
        { type: 'image-data', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
      ],
    }),
  },
  'as a JSON string': { give: (text) => text, toModelOutput: ({ output }) => ({ type: 'json', value: output }) },
};

type Giving = (typeof givings)[string];

function toTool({ toModelOutput }: Giving, output: unknown): object {
  return {
    inputSchema: z.object({}),
    execute: async () => output,
    ...(toModelOutput !== undefined && { toModelOutput }),
  };
}

/** Has a model call each tool, one after the other; returns what it then got of them. */
async function callEach(
  sdk: Sdk,
  api: Api,
  tools: Readonly<Record<string, object>>,
  maxResultBytes: number,
): Promise<readonly Result[]> {
  const { generateText, stepCountIs } = sdk.ai;
  const calls = Object.keys(tools).map((name) => ({ toolCalls: [{ name, input: {} }] }));
  provider = await startScriptedProvider({ script: [...calls, { text: 'done' }] });
  await generateText({
    model: api.model(sdk, provider.url),
    prompt: 'give',
    stopWhen: stepCountIs(calls.length + 1),
    tools: wrapTools(tools, createTestSpillway({ maxResultBytes })) as ToolSet,
  });
  return api.resultsIn(provider.requests.at(-1)?.body);
}

const cases = sdks.flatMap((sdk) => apis.map((api) => ({ sdk, api })));

describe.each(cases)(`the size of a result as it is sent (${ranOn}), $sdk.title, $api.name`, ({ sdk, api }) => {
  it.each([1_024, 65_536])(
    'BC-179 texts that are one byte under %i before they are escaped, however they are given',
    async (maxResultBytes) => {
      const tools = Object.values(growing).flatMap((make, text) =>
        Object.values(givings).map((giving, way) => [
          `give_${text}_${way}`,
          toTool(giving, giving.give(make(maxResultBytes))),
        ]),
      );
      const sent = await callEach(sdk, api, Object.fromEntries(tools), maxResultBytes);
      const sizes = sent.map(({ message }) => sizeOf(message));
      expect(sizes).toHaveLength(25);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(maxResultBytes);
      expect(Math.min(...sizes)).toBeGreaterThan(300);
    },
  );

  it('BC-180 an array of 49,999 empty strings', async () => {
    const give = toTool(
      { give: (text) => text },
      Array.from({ length: 49_999 }, () => ''),
    );
    const [sent] = await callEach(sdk, api, { give }, 65_536);
    expect(sizeOf(sent?.message)).toBeLessThanOrEqual(65_536);
    expect(sent?.content).toMatch(/^\[PARTIAL\] .*49,999/);
  });
});
