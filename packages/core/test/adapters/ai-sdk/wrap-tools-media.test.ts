import { randomBytes } from 'node:crypto';
import type { ToolSet } from 'ai';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type WrapToolsOptions, wrapTools } from '../../../src/adapters/ai-sdk/wrap-tools.ts';
import { type ScriptedProvider, startScriptedProvider } from '../../../src/testing/providers/scripted-provider.ts';
import { type Api, apis, sizeOf } from './support/apis.ts';
import { hasBase64Text, textsOf } from './support/bodies.ts';
import { ranOn, type Sdk, sdks } from './support/sdks.ts';
import { createTestSpillway } from './support/spillway.ts';

let provider: ScriptedProvider;
afterEach(() => provider.close());

const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001080600000', 'hex'),
  randomBytes(30_000),
]).toString('base64');
const words = `what the picture shows: ${'a "door", a window; '.repeat(50)}`;

/** Ways in which tools give a picture and 1 KB of words. */
const forms: Record<string, { output: unknown; toModelOutput?: (options: { output: never }) => unknown }> = {
  'parts of its own toModelOutput': {
    output: { seen: words, png },
    toModelOutput: ({ output: { seen, png: data } }: { output: { seen: string; png: string } }) => ({
      type: 'content',
      value: [
        { type: 'text', text: seen },
        { type: 'image-data', data, mediaType: 'image/png' },
      ],
    }),
  },
  'blocks of the Model Context Protocol': {
    output: [
      { type: 'text', text: words },
      { type: 'image', data: png, mimeType: 'image/png' },
    ],
  },
  'a result of the Model Context Protocol': {
    output: {
      content: [
        { type: 'text', text: words },
        { type: 'image', data: png, mimeType: 'image/png' },
      ],
    },
  },
};

const cases = sdks.flatMap((sdk) =>
  apis.flatMap((api) => Object.entries(forms).map(([form, made]) => ({ sdk, api, form, made }))),
);

async function send(sdk: Sdk, api: Api, made: (typeof forms)[string], options: WrapToolsOptions): Promise<void> {
  const { generateText, stepCountIs } = sdk.ai;
  provider = await startScriptedProvider({
    script: [{ toolCalls: [{ name: 'look', input: {} }] }, { text: 'done' }],
  });
  const look = { inputSchema: z.object({}), execute: async () => made.output, ...pick(made) };
  await generateText({
    model: api.model(sdk, provider.url),
    prompt: 'look',
    stopWhen: stepCountIs(3),
    tools: wrapTools({ look }, createTestSpillway({ maxResultBytes: 4_096 }), options) as ToolSet,
  });
}

function pick({ toModelOutput }: (typeof forms)[string]): object {
  return toModelOutput === undefined ? {} : { toModelOutput };
}

describe(`BC-067 BC-070 a picture from a tool (${ranOn})`, () => {
  it.each(cases.filter(({ api }) => api.takesImages))(
    '$sdk.title, $api.name, $form: stays a picture, and its words stay whole',
    async ({ sdk, api, made }) => {
      await send(sdk, api, made, {});
      const body = provider.requests[1]?.body;
      expect(provider.requests.map(({ status }) => status)).toEqual([200, 200]);
      expect(hasBase64Text(body)).toBe(false);
      expect(textsOf(body)).toContain(words);
      expect(JSON.stringify(api.resultsIn(body)[0]?.content)).toContain(png);
    },
  );

  it.each(cases)(
    '$sdk.title, $api.name, $form: is kept by handle where media may have no bytes',
    async ({ sdk, api, made }) => {
      await send(sdk, api, made, { maxMediaBytes: 0 });
      const body = provider.requests[1]?.body;
      expect(hasBase64Text(body)).toBe(false);
      expect(JSON.stringify(body)).not.toContain(png);
      const [sent] = api.resultsIn(body);
      expect(JSON.stringify(sent?.content)).toMatch(/image\/png, .* r_[0-9a-z]+ keeps all/);
      expect(textsOf(body).some((text) => text.includes(words))).toBe(true);
      expect(sizeOf(sent?.message)).toBeLessThanOrEqual(4_096);
    },
  );
});
