import type { LanguageModel, ModelMessage, ToolSet } from 'ai';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type RecoverMiddlewareOptions, recoverMiddleware } from '../../../src/adapters/ai-sdk/recover-middleware.ts';
import { wrapTools } from '../../../src/adapters/ai-sdk/wrap-tools.ts';
import { SpillwayError } from '../../../src/errors.ts';
import {
  type ScriptedProvider,
  type ScriptedProviderOptions,
  startScriptedProvider,
} from '../../../src/testing/providers/scripted-provider.ts';
import { apis, sentMessages, sizeOf } from './support/apis.ts';
import { hasBase64Text, textsOf } from './support/bodies.ts';
import { callWith, conversation } from './support/conversations.ts';
import { ranOn, sdks } from './support/sdks.ts';
import { createTestSpillway, makeLog } from './support/spillway.ts';

let provider: ScriptedProvider | undefined;
afterEach(async () => {
  await provider?.close();
  provider = undefined;
});

const tools = { readLogs: { description: 'Reads the log of a host.', inputSchema: z.object({ host: z.string() }) } };
const answered = { text: 'done' };
const kilobytes = (count: number, of = 'word') => `${of}s: ${'one line of a page of words\n'.repeat(count * 37)}`;

const cases = sdks.flatMap((sdk) => apis.map((api) => ({ sdk, api, title: `${sdk.title}, ${api.name}` })));

describe.each(cases)(`recoverMiddleware (${ranOn}), $title`, ({ sdk, api }) => {
  const { generateText, streamText, wrapLanguageModel } = sdk.ai;

  async function start(options: ScriptedProviderOptions, more: Partial<RecoverMiddlewareOptions> = {}) {
    provider = await startScriptedProvider(options);
    const events: string[] = [];
    const model = wrapLanguageModel({
      model: api.model(sdk, provider.url) as never,
      middleware: recoverMiddleware({
        spillway: createTestSpillway(),
        onEvent: ({ type }) => events.push(type),
        wait: async () => {},
        ...more,
      }),
    });
    return { model, events, requests: provider.requests };
  }

  interface Asked {
    readonly model: LanguageModel;
    readonly messages: ModelMessage[];
    readonly maxOutputTokens?: number;
  }
  const generate = async (asked: Asked) => (await generateText({ ...asked, tools: tools as ToolSet })).text;
  const stream = async (asked: Asked) => {
    let text = '';
    const { fullStream } = streamText({ ...asked, tools: tools as ToolSet, onError: () => {} });
    for await (const part of fullStream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'text-delta') text += part.text;
    }
    return text;
  };
  const ways = { generate, stream };
  const statuses = () => provider?.requests.map(({ status }) => status);
  const resultsOf = (index: number) => api.resultsIn(provider?.requests[index]?.body);

  describe.each(Object.entries(ways))('%s', (_, ask) => {
    it('sends a stored result of 1,057,864 bytes bounded, without a failed request', async () => {
      const { model } = await start({ script: [answered], maxRequestBytes: 200_000 });
      const messages = conversation('x'.repeat(1_057_864));
      expect(await ask({ model, messages })).toBe('done');
      expect(statuses()).toEqual([200]);
      expect(sizeOf(resultsOf(0)[0]?.message)).toBeLessThan(66_000);
      expect(resultsOf(0)[0]?.content).toContain('of 1,057,864 B shown');
    });

    it('answers a refusal over 45 KB by one smaller request, and keeps what it shortened', async () => {
      const { model, events } = await start({ script: [answered, answered], maxRequestBytes: 45_000 });
      const messages = conversation(kilobytes(8, 'A'), kilobytes(20, 'B'), kilobytes(25, 'C'));
      expect(await ask({ model, messages })).toBe('done');
      expect(statuses()).toEqual([400, 200]);
      const told = events.filter((type) => type !== 'limit-learned');
      expect(told).toEqual(['request-refused', 'view-shrunk', 'request-retried']);
      const sent = resultsOf(1).map(({ content }) => content);
      // A refusal that states no limit has everything shortened.
      expect(sent[0] === kilobytes(8, 'A')).toBe(events.includes('limit-learned'));
      expect(sent[2]).toMatch(/^\[PARTIAL\]/);
      const next: ModelMessage[] = [
        ...messages,
        { role: 'assistant', content: 'done' },
        { role: 'user', content: 'and now?' },
      ];
      expect(await ask({ model, messages: next })).toBe('done');
      expect(statuses()).toEqual([400, 200, 200]);
      const [, second, third] = (provider?.requests ?? []).map((request) => sentMessages(request, api));
      expect(third?.startsWith((second ?? '').slice(0, -1))).toBe(true);
    });

    it('ends where nothing can be shortened, after one request, and the next prompt works', async () => {
      const { model } = await start({ script: [answered], maxRequestBytes: 45_000 });
      const messages: ModelMessage[] = [{ role: 'user', content: kilobytes(60) }];
      const error = await ask({ model, messages }).catch((thrown) => thrown);
      expect(SpillwayError.isInstance(error)).toBe(true);
      expect(error).toMatchObject({ code: 'overflow', facts: { isRetryable: false, largest: 'texts' } });
      expect(error.cause).toMatchObject({ statusCode: 400 });
      expect(statuses()).toEqual([400]);
      expect(await ask({ model, messages: conversation('small') })).toBe('done');
    });

    it('ends after one retry that is refused too', async () => {
      const refuse = { refuse: { kind: 'prompt', inputTokens: 300_000, limitTokens: 200_000 } } as const;
      const { model, events } = await start({ script: [refuse, refuse] });
      const error = await ask({ model, messages: conversation(kilobytes(40)) }).catch((thrown) => thrown);
      expect(error).toMatchObject({ code: 'overflow', facts: { givenUp: 'still-too-large' } });
      expect(statuses()).toEqual([400, 400]);
      expect(events.at(-1)).toBe('recovery-ended');
    });

    it('lowers the answer where only that is too large, and cuts nothing', async () => {
      const { model } = await start({ script: [answered], windowTokens: 20_000, windowCounts: 'input-and-output' });
      const messages = conversation(kilobytes(40));
      expect(await ask({ model, messages, maxOutputTokens: 16_000 })).toBe('done');
      expect(statuses()).toEqual([400, 200]);
      const [first, second] = (provider?.requests ?? []).map((request) => sentMessages(request, api));
      expect(second).toBe(first);
    });

    it.each([500, 502, 503, 429] as const)(
      'never resends a refusal for size that is wrapped in a %i unchanged',
      async (wrappedStatus) => {
        const { model } = await start({ script: [answered], maxRequestBytes: 45_000, form: { wrappedStatus } });
        expect(await ask({ model, messages: conversation(kilobytes(30), kilobytes(30)) })).toBe('done');
        expect(statuses()).toEqual([wrappedStatus, 200]);
        const [first, second] = provider?.requests ?? [];
        expect(second?.bytes.length).toBeLessThan(45_000);
        expect(first?.bytes.length).toBeGreaterThan(60_000);
      },
    );

    it('waits for a throttled provider itself, and the SDK does not try again after it', async () => {
      const throttled = { refuse: { kind: 'throttled', retryAfterSeconds: 7 } } as const;
      const waits: number[] = [];
      const { model } = await start(
        { script: [throttled, answered, throttled, throttled, answered] },
        { retry: { maxRetries: 1 }, wait: async (ms) => void waits.push(ms) },
      );
      expect(await ask({ model, messages: conversation('small') })).toBe('done');
      expect(waits).toEqual([7_000]);
      const error = await ask({ model, messages: conversation('small') }).catch((thrown) => thrown);
      expect(error).toMatchObject({ statusCode: 429, isRetryable: false });
      expect(statuses()).toEqual([429, 200, 429, 429]);
    });

    it('hands an error on that is not about size, as it came', async () => {
      const { model } = await start({ script: [{ refuse: { kind: 'invalid-request', message: 'no such voice' } }] });
      const error = await ask({ model, messages: conversation('small') }).catch((thrown) => thrown);
      expect(error).toMatchObject({ statusCode: 400, message: expect.stringContaining('no such voice') });
      expect(statuses()).toEqual([400]);
    });
  });

  it('recovers from a refusal that a stream begins with', async () => {
    const { model } = await start({ script: [answered], maxRequestBytes: 45_000, form: { isInStream: true } });
    expect(await stream({ model, messages: conversation(kilobytes(30), kilobytes(30)) })).toBe('done');
    expect(statuses()).toEqual([200, 200]);
    expect(provider?.requests[1]?.bytes.length).toBeLessThan(45_000);
  });

  it('measures JSON as it is sent, keeps it as it was, and leaves what is small', async () => {
    const spillway = createTestSpillway({ maxResultBytes: 65_536 });
    const { model } = await start({ script: [answered] }, { spillway });
    const value = { rows: Array.from({ length: 40_000 }, () => '') };
    const messages = [
      { role: 'user', content: 'go' } as const,
      ...callWith('call_1', { type: 'json', value: { small: [1, '"two"'] } as never }),
      ...callWith('call_2', { type: 'json', value: value as never }),
    ];
    expect(await generate({ model, messages })).toBe('done');
    const [small, large] = resultsOf(0);
    expect(small?.content).toBe('{"small":[1,"\\"two\\""]}');
    expect(sizeOf(large?.message)).toBeLessThanOrEqual(65_536 + 200);
    const [handle] = (await spillway.list()).handles;
    expect(handle?.byteLength).toBe(Buffer.byteLength(JSON.stringify(value)));
  });

  it('BC-070 keeps a picture from a tool as a picture, and by handle where the API takes text alone', async () => {
    const { model } = await start({ script: [answered, answered] });
    const data = Buffer.from(`\x89PNG\r\n${'\x01\xfe'.repeat(20_000)}`, 'latin1').toString('base64');
    const words = `what the picture shows: ${'a "door", a window; '.repeat(50)}`;
    const value = [
      { type: 'text', text: words },
      { type: 'image-data', data, mediaType: 'image/png' },
    ];
    const messages = [
      { role: 'user', content: 'go' } as const,
      ...callWith('call_1', { type: 'content', value } as never),
    ];
    expect(await generate({ model, messages })).toBe('done');
    const body = provider?.requests[0]?.body;
    expect(hasBase64Text(body)).toBe(false);
    expect(textsOf(body).some((text) => text.includes(words))).toBe(true);
    expect(JSON.stringify(body).includes(data)).toBe(api.takesImages);
    expect(JSON.stringify(body).includes('keeps all')).toBe(!api.takesImages);
    expect(await generate({ model, messages })).toBe('done');
    expect(provider?.requests[1]?.bytes.equals(provider.requests[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
  });

  it('runs no tool again', async () => {
    let runs = 0;
    const { model } = await start({
      script: [{ toolCalls: [{ name: 'readLogs', input: { host: 'web-1' } }] }, answered],
      maxRequestBytes: 45_000,
    });
    const { text } = await generateText({
      model,
      prompt: 'go',
      stopWhen: sdk.ai.stepCountIs(4),
      tools: {
        readLogs: {
          inputSchema: z.object({ host: z.string() }),
          execute: async () => {
            runs += 1;
            return makeLog(900).slice(0, 50_000);
          },
        },
      } as ToolSet,
    });
    expect(text).toBe('done');
    expect(runs).toBe(1);
    expect(statuses()).toEqual([200, 400, 200]);
  });

  it('has nothing to bound in what wrapTools has shown', async () => {
    const spillway = createTestSpillway({ maxResultBytes: 2_048 });
    const names = ['text', 'json', 'parts', 'fails'];
    const { model, events } = await start(
      { script: [{ toolCalls: names.map((name) => ({ name, input: {} })) }, answered] },
      { spillway },
    );
    const inputSchema = z.object({});
    const { text } = await generateText({
      model,
      prompt: 'go',
      stopWhen: sdk.ai.stepCountIs(4),
      tools: wrapTools(
        {
          text: { inputSchema, execute: async () => makeLog(500) },
          json: { inputSchema, execute: async () => ({ rows: makeLog(500).split('\n') }) },
          parts: {
            inputSchema,
            execute: async () => [
              { type: 'text', text: makeLog(500) },
              { type: 'image', data: Buffer.alloc(3_000, 7).toString('base64'), mimeType: 'image/png' },
            ],
          },
          fails: { inputSchema, execute: async () => Promise.reject(new Error(makeLog(500))) },
        },
        spillway,
        api.takesImages ? {} : { maxMediaBytes: 0 },
      ) as ToolSet,
    });
    expect(text).toBe('done');
    expect(resultsOf(1)).toHaveLength(4);
    expect(events).toEqual([]);
  });

  it('ends with the abort of its caller', async () => {
    const controller = new AbortController();
    const { model } = await start(
      { script: [{ refuse: { kind: 'overloaded' } }, answered] },
      {
        wait: async (_, signal) => {
          controller.abort(new Error('enough'));
          signal?.throwIfAborted();
        },
      },
    );
    const asked = generateText({ model, prompt: 'go', abortSignal: controller.signal });
    await expect(asked).rejects.toThrow('enough');
    expect(provider?.requests).toHaveLength(1);
  });
});
