import { afterEach, describe, expect, it } from 'vitest';
import { SpillwayError } from '../../../src/errors.ts';
import type { JsonObject } from '../../../src/recover/wire/json.ts';
import type { ProviderApi } from '../../../src/testing/providers/rules/rule.ts';
import {
  type RecordedRequest,
  type ScriptedProvider,
  type ScriptedProviderOptions,
  startScriptedProvider,
} from '../../../src/testing/providers/scripted-provider.ts';
import type { Step } from '../../../src/testing/providers/step.ts';
import { calledTurn, readLogs } from '../../support/called-turn.ts';
import { loopRows, post } from '../../support/provider-loop.ts';
import { log, requestOf, startRecovery } from './support/recovering.ts';

let provider: ScriptedProvider;
const start = async (options: ScriptedProviderOptions): Promise<ScriptedProvider> => {
  provider = await startScriptedProvider(options);
  return provider;
};
afterEach(() => provider.close());

const sender = (api: ProviderApi): ((body: JsonObject) => Promise<Response>) => post(provider.url, loopRows[api]);
const statuses = (): (number | undefined)[] => provider.requests.map(({ status }) => status);
const sizes = (): number[] => provider.requests.map(({ bytes }) => bytes.byteLength);
const sent = <T = JsonObject>(number: number): T => (provider.requests[number - 1] as RecordedRequest).body as T;
const overflowOf = async (promise: Promise<unknown>): Promise<SpillwayError> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!SpillwayError.isInstance(error)) throw new Error('no overflow', { cause: error });
  return error;
};
/** A refusal as it is, whatever was asked. */
const refusal = (status: number, body: object, headers: Record<string, string> = {}): Step => ({
  raw: { status, body, headers: { 'content-type': 'application/json', ...headers } },
});
const openAiError = (message: string, fields: object): Step =>
  refusal(400, { error: { message, type: 'invalid_request_error', ...fields } });

describe('a body of too many bytes', () => {
  it.each(['anthropic-messages', 'openai-chat', 'openai-responses', 'bedrock-converse', 'gemini'] as const)(
    'BC-005 is cut where it is largest, and sent once more: %s',
    async (api) => {
      await start({ maxPayloadBytes: 200_000, script: [{ text: 'done' }] });
      const { recovery } = startRecovery(api);
      const results = [log(60_000), log(60_000), log(60_000), log(60_000), log(1_000)];
      const response = await recovery.send(requestOf(api, { results }), sender(api));
      expect(response.status).toBe(200);
      expect(statuses()).toHaveLength(2);
      expect(sizes()[0]).toBeGreaterThan(200_000);
      expect(sizes()[1]).toBeLessThan(200_000);
      expect(JSON.stringify(sent(2))).toContain(JSON.stringify(log(1_000)));
    },
  );
});

describe('an answer that reserves too much', () => {
  it('is lowered to what the model writes, and from then on before it is asked', async () => {
    const cap = 'max_tokens: 64000 > 8192, which is the maximum allowed number of output tokens for claude-test';
    const refused = refusal(400, { type: 'error', error: { type: 'invalid_request_error', message: cap } });
    await start({ script: [refused, { text: 'one' }, { text: 'two' }] });
    const { recovery, events } = startRecovery('anthropic-messages');
    const body = requestOf('anthropic-messages', { results: [log(9_000)], maxOutputTokens: 64_000 });
    await recovery.send(body, sender('anthropic-messages'));
    await recovery.send(body, sender('anthropic-messages'));
    expect(statuses()).toEqual([400, 200, 200]);
    expect([1, 2, 3].map((number) => sent(number).max_tokens)).toEqual([64_000, 8_192, 8_192]);
    expect(sent(2).messages).toEqual(sent(1).messages);
    expect(events.some(({ type }) => type === 'view-shrunk')).toBe(false);
  });

  it.each([
    ['openai-chat', 'openai'],
    ['openai-chat', 'vllm'],
    ['openai-chat', 'openrouter'],
    ['openai-chat', 'vllm-lower-bound'],
    ['openai-chat', 'vllm-too-large'],
    ['openai-responses', 'vllm'],
    ['anthropic-messages', 'anthropic'],
  ] as const)('is all that is lowered where the prompt fits, and not refused again: %s, %s', async (api, wording) => {
    await start({
      windowTokens: 20_000,
      windowCounts: 'input-and-output',
      bytesPerToken: 2.3,
      form: { wording },
      script: () => ({ text: 'done' }),
    });
    const { recovery, events } = startRecovery(api);
    const body = requestOf(api, { results: [log(20_000)], maxOutputTokens: 15_000 });
    await recovery.send(body, sender(api));
    await recovery.send(body, sender(api));
    expect(statuses()).toEqual([400, 200, 200]);
    const lowered = events.filter(({ type }) => type === 'output-lowered');
    expect(lowered).toHaveLength(2);
    expect(events.some(({ type }) => type === 'view-shrunk')).toBe(false);
  });

  it('is lowered and the prompt is shortened where both are needed', async () => {
    await start({ windowTokens: 10_000, windowCounts: 'input-and-output', script: [{ text: 'done' }] });
    const { recovery, events } = startRecovery('anthropic-messages');
    const given = { results: [log(50_000)], ask: 'words '.repeat(2_000), maxOutputTokens: 9_900 };
    await recovery.send(requestOf('anthropic-messages', given), sender('anthropic-messages'));
    expect(statuses()).toEqual([400, 200]);
    expect(events.map(({ type }) => type)).toEqual([
      'request-refused',
      'limit-learned',
      'view-shrunk',
      'output-lowered',
      'request-retried',
    ]);
  });
});

describe('where numbers say little', () => {
  it('a lower bound is not taken for a measurement', async () => {
    const form = { wording: 'vllm-lower-bound' };
    await start({ windowTokens: 12_000, windowCounts: 'input-and-output', form, script: [{ text: 'done' }] });
    const { recovery } = startRecovery('openai-chat');
    const results = [log(60_000), log(60_000)];
    await recovery.send(requestOf('openai-chat', { results, maxOutputTokens: 1_000 }), sender('openai-chat'));
    expect(statuses()).toEqual([400, 200]);
  });

  it('OpenAI Responses states none: what is beyond the last answer goes', async () => {
    await start({ maxRequestBytes: 90_000, script: [{ text: 'one' }, { text: 'two' }] });
    const { recovery } = startRecovery('openai-responses');
    const before = calledTurn('openai-responses', 'Read it.', readLogs([log(60_000)]));
    const base = loopRows['openai-responses'].base({ tools: ['read_log'], maxOutputTokens: 500 });
    await recovery.send({ ...base, input: before }, sender('openai-responses'));
    const input = [...before, ...calledTurn('openai-responses', 'Again.', readLogs([log(50_000)], 2))];
    await recovery.send({ ...base, input }, sender('openai-responses'));
    expect(statuses()).toEqual([200, 400, 200]);
    expect(sizes()[2]).toBeLessThan(sizes()[0] as number);
  });

  it('numbers that led to a second refusal are not followed again', async () => {
    const words = 'prompt is too long: 24000 tokens > 20000 maximum';
    const refused = refusal(400, { type: 'error', error: { type: 'invalid_request_error', message: words } });
    await start({ script: ({ byteLength }) => (byteLength > 18_000 ? refused : { text: 'done' }) });
    const { recovery } = startRecovery('anthropic-messages');
    const body = requestOf('anthropic-messages', { results: Array.from({ length: 6 }, () => log(9_000)) });
    await overflowOf(recovery.send(body, sender('anthropic-messages')));
    expect(sizes()[1]).toBeGreaterThan(18_000);
    await recovery.send(body, sender('anthropic-messages'));
    expect(statuses()).toEqual([400, 400, 400, 200]);
    expect(sizes()[2]).toBe(sizes()[1]);
  });

  it('a limit of a minute is gone below, then waited for', async () => {
    const message =
      'Request too large for gpt-test in organization org-x on tokens per min (TPM): Limit 10000, Requested 16000.';
    const refused = refusal(429, { error: { message, type: 'tokens', code: 'rate_limit_exceeded' } });
    await start({ script: [refused, { text: 'done' }] });
    const { recovery, waits } = startRecovery('openai-chat');
    await recovery.send(requestOf('openai-chat', { results: [log(60_000)] }), sender('openai-chat'));
    expect(statuses()).toEqual([429, 200]);
    expect(sizes()[1]).toBeLessThan(10_000);
    expect(waits).toEqual([500]);
  });

  it('a refusal that nobody knows, of a request that had grown, cuts nothing and says so', async () => {
    await start({ script: [{ text: 'one' }, refusal(400, { error: { message: 'Bad.' } }), { text: 'two' }] });
    const { recovery, events } = startRecovery('openai-chat');
    const send = sender('openai-chat');
    await recovery.send(requestOf('openai-chat'), send);
    const grown = requestOf('openai-chat', { results: [log(60_000)] });
    const thrower = async (body: JsonObject): Promise<Response> => {
      const response = await send(body);
      if (response.ok) return response;
      throw Object.assign(new Error('400 Bad.'), { status: 400 });
    };
    const error = await overflowOf(recovery.send(grown, thrower));
    expect(error.code).toBe('request-refused');
    expect(error.message).toMatch(/grown from about \d+ to \d+ tokens .* may be too large\. Nothing was shortened\.$/);
    expect(error.cause).toMatchObject({ message: '400 Bad.' });
    expect(statuses()).toEqual([200, 400]);
    expect(events.map(({ type }) => type)).toEqual(['request-refused', 'refusal-unknown']);
    await recovery.send(grown, send);
    expect(sizes()[2]).toBe(sizes()[1]);
  });

  it('a refusal that nobody knows, of a request that did not grow, is thrown as it is', async () => {
    await start({ script: [{ text: 'one' }, refusal(400, { error: { message: 'Bad.' } })] });
    const { recovery } = startRecovery('openai-chat');
    await recovery.send(requestOf('openai-chat'), sender('openai-chat'));
    const response = await recovery.send(requestOf('openai-chat'), sender('openai-chat'));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: { message: 'Bad.' } });
  });
});

describe('what is not the results', () => {
  const words = 'reads what it is told to read, in full, and says so. '.repeat(38);
  it.each([
    [
      'BC-139 tool definitions',
      { tools: Array.from({ length: 100 }, (_, index) => `tool_${index}`), describe: words },
      'tools',
      /100 tool definitions [\d,]+.* Offer fewer tools/,
    ],
    ['one long text', { ask: log(120_000) }, 'texts', /1 text of the conversation [\d,]+.* Send a shorter message/],
  ] as const)('%s that fill the window are named, and nothing is cut', async (_, given, largest, message) => {
    await start({ maxRequestBytes: 100_000, script: [] });
    for (const options of [{}, { windowTokens: 25_000 }]) {
      const { recovery, events } = startRecovery('anthropic-messages', options);
      const body = requestOf('anthropic-messages', { results: [log(9_000)], ...given });
      const error = await overflowOf(recovery.send(body, sender('anthropic-messages')));
      expect(error.message).toMatch(message);
      expect(error.facts).toMatchObject({ givenUp: 'nothing-to-shorten', largest });
      expect(events.some(({ type }) => type === 'view-shrunk')).toBe(false);
    }
    expect(sizes()[1]).toBe(sizes()[0]);
    expect(sizes()).toHaveLength(2);
  });

  it('instructions that fill the window are named, and nothing is cut', async () => {
    await start({ maxRequestBytes: 100_000, script: [] });
    const { recovery } = startRecovery('anthropic-messages');
    const body = { ...requestOf('anthropic-messages', { results: [log(9_000)] }), system: words.repeat(60) };
    const error = await overflowOf(recovery.send(body, sender('anthropic-messages')));
    expect(error.message).toMatch(/It holds, in tokens: the instructions [\d,]+.* Shorten the instructions\.$/);
    expect(sizes()).toHaveLength(1);
  });
});

describe('a window that is configured', () => {
  it('BC-135 four results of one turn are within it before anything is sent', async () => {
    await start({ windowTokens: 25_000, script: [{ text: 'done' }] });
    const { recovery, events } = startRecovery('openai-responses', { windowTokens: 25_000 });
    const results = [log(60_000), log(60_000), log(60_000), log(60_000)];
    await recovery.send(requestOf('openai-responses', { results }), sender('openai-responses'));
    expect(statuses()).toEqual([200]);
    expect(sizes()[0]).toBeLessThan(100_000);
    expect(events.map(({ type }) => type)).toEqual(['view-shrunk']);
  });

  it('BC-135 four pictures of one turn are, too', async () => {
    await start({ script: [{ text: 'done' }] });
    const { recovery } = startRecovery('anthropic-messages', { windowTokens: 5_000 });
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(60_000) } };
    const [ask, calls, results] = calledTurn('anthropic-messages', 'Look.', readLogs(['', '', '', '']));
    const pictured = (results as { content: JsonObject[] }).content.map((result) => ({
      ...result,
      content: [picture],
    }));
    const base = loopRows['anthropic-messages'].base({ tools: ['read_log'], maxOutputTokens: 500 });
    const messages = [ask, calls, { role: 'user', content: pictured }] as JsonObject[];
    await recovery.send({ ...base, messages }, sender('anthropic-messages'));
    expect(statuses()).toEqual([200]);
    // Each is 1,600 tokens; three quarters of the window, less what is reserved, hold two and no word.
    expect(JSON.stringify(sent(1)).match(/"type":"image"/g)).toHaveLength(1);
  });

  it('lowers the output alone where only that is over it', async () => {
    const limits = { windowTokens: 20_000, windowCounts: 'input-and-output', bytesPerToken: 2.3 } as const;
    await start({ ...limits, script: [{ text: 'done' }] });
    const { recovery, events } = startRecovery('openai-chat', { windowTokens: 20_000 });
    const body = requestOf('openai-chat', { results: [log(20_000)], maxOutputTokens: 15_000 });
    await recovery.send(body, sender('openai-chat'));
    expect(statuses()).toEqual([200]);
    expect(events.map(({ type }) => type)).toEqual(['output-lowered']);
  });
});

describe('what was counted', () => {
  const cutSilently = { text: 'done', usage: { inputTokens: 2_051, outputTokens: 5 } };

  it('BC-141 as 2,051 tokens for a body of 90 KB raises one warning, and is not learned from', async () => {
    await start({ script: [cutSilently, { text: 'done' }] });
    const { recovery, events } = startRecovery('openai-chat', { windowTokens: 60_000 });
    const body = requestOf('openai-chat', { results: [log(45_000), log(45_000)] });
    await recovery.send(body, sender('openai-chat'));
    expect(events).toEqual([{ type: 'prompt-cut-silently', estimatedTokens: expect.any(Number), inputTokens: 2_051 }]);
    // Scaled by what was said, twice as much would fit the window.
    const larger = requestOf('openai-chat', { results: Array.from({ length: 4 }, () => log(45_000)) });
    await recovery.send(larger, sender('openai-chat'));
    expect(events.map(({ type }) => type)).toEqual(['prompt-cut-silently', 'view-shrunk']);
  });

  it('for one model says nothing of another', async () => {
    const usage = { inputTokens: 26_000, outputTokens: 5 };
    await start({ script: [{ text: 'one', usage }, { text: 'two' }, { text: 'three' }] });
    const { recovery, events } = startRecovery('openai-chat', { windowTokens: 30_000 });
    const body = requestOf('openai-chat', { results: [log(40_000)] });
    await recovery.send(body, sender('openai-chat'));
    const larger = requestOf('openai-chat', { results: [log(40_000), log(20_000)] });
    await recovery.send({ ...larger, model: 'another' }, sender('openai-chat'));
    expect(events).toEqual([]);
    await recovery.send(larger, sender('openai-chat'));
    expect(events.map(({ type }) => type)).toEqual(['view-shrunk']);
  });

  it('by functions that fail loses no answer', async () => {
    await start({ script: [cutSilently] });
    const { recovery } = startRecovery('openai-chat', {
      usageOf: () => {
        throw new Error('no usage here');
      },
      onEvent: () => {
        throw new Error('no ears');
      },
    });
    const body = requestOf('openai-chat', { results: [log(45_000), log(100_000)] });
    const response = await recovery.send(body, sender('openai-chat'));
    expect(response.status).toBe(200);
  });

  it('of an answer that cannot be weighed loses no answer', async () => {
    await start({ script: [{ text: 'done' }], rules: () => [] });
    const { recovery } = startRecovery('openai-chat');
    const response = await recovery.send({ messages: [] }, sender('openai-chat'));
    expect(response.status).toBe(200);
  });
});

describe('one recovery', () => {
  it('serves requests at the same time', async () => {
    await start({ maxRequestBytes: 45_000, script: () => ({ text: 'done' }) });
    const { recovery } = startRecovery('anthropic-messages');
    const body = requestOf('anthropic-messages', { results: [log(60_000)] });
    const responses = await Promise.all([1, 2, 3].map(() => recovery.send(body, sender('anthropic-messages'))));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(sizes()).toHaveLength(6);
    await recovery.send(body, sender('anthropic-messages'));
    await recovery.send(body, sender('anthropic-messages'));
    expect(sizes()).toHaveLength(8);
    expect(provider.requests[7]?.bytes.equals(provider.requests[6]?.bytes as Buffer)).toBe(true);
  });

  it('sends a single text as it is', async () => {
    await start({ script: [{ text: 'done' }], rules: () => [] });
    const { recovery } = startRecovery('openai-responses');
    const body = { model: 'gpt-test', input: 'What is the capital of France?' };
    await recovery.send(body, sender('openai-responses'));
    expect(sent(1)).toEqual(body);
  });

  it('goes on through a conversation: what was shortened once keeps its bytes', async () => {
    await start({ maxRequestBytes: 45_000, script: () => ({ text: 'done' }) });
    const { recovery } = startRecovery('openai-chat');
    const messages = [...calledTurn('openai-chat', 'Read it.', readLogs([log(60_000)]))];
    const base = loopRows['openai-chat'].base({ tools: ['read_log'], maxOutputTokens: 500 });
    await recovery.send({ ...base, messages }, sender('openai-chat'));
    messages.push({ role: 'assistant', content: 'done' }, loopRows['openai-chat'].user('And now?'));
    await recovery.send({ ...base, messages }, sender('openai-chat'));
    expect(statuses()).toEqual([400, 200, 200]);
    expect(sent<{ messages: object[] }>(3).messages.slice(0, 3)).toEqual(sent(2).messages);
  });
});

describe('a refusal for a while', () => {
  const slow = (headers: Record<string, string>, body: object = { error: { message: 'Slow down.' } }): Step =>
    refusal(429, body, headers);
  const retryInfo = {
    error: {
      code: 429,
      status: 'RESOURCE_EXHAUSTED',
      message: 'Resource exhausted.',
      details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '9s' }],
    },
  };
  it.each([
    ['seconds', slow({ 'retry-after': '7' }), 7_000],
    ['a date', slow({ date: 'Mon, 30 Nov 2026 03:00:00 GMT', 'retry-after': 'Mon, 30 Nov 2026 03:00:12 GMT' }), 12_000],
    ['milliseconds', slow({ 'retry-after-ms': '1500' }), 1_500],
    ['a field of the body', slow({}, retryInfo), 9_000],
  ])('waits for what it says in %s', async (_, step, waitMs) => {
    await start({ script: [step, { text: 'done' }] });
    const { recovery, waits } = startRecovery('openai-chat');
    const response = await recovery.send(requestOf('openai-chat'), sender('openai-chat'));
    expect({ status: response.status, waits }).toEqual({ status: 200, waits: [waitMs] });
  });

  it('is handed on where the wait is too long', async () => {
    await start({ script: [slow({ 'retry-after': '3600' })] });
    const { recovery, waits } = startRecovery('openai-chat');
    const response = await recovery.send(requestOf('openai-chat'), sender('openai-chat'));
    expect({ status: response.status, waits }).toEqual({ status: 429, waits: [] });
  });

  it('is not waited for after an abort', async () => {
    await start({ script: [slow({ 'retry-after': '3600' })] });
    const abort = new AbortController();
    const { recovery } = startRecovery('openai-chat', {
      retry: { maxWaitMs: 4_000_000 },
      wait: async (_, signal) => {
        abort.abort(new Error('enough'));
        signal?.throwIfAborted();
      },
    });
    const sending = recovery.send(requestOf('openai-chat'), sender('openai-chat'), { signal: abort.signal });
    await expect(sending).rejects.toThrow('enough');
    expect(statuses()).toEqual([429]);
  });

  it('is nothing that an aborted request is sent for', async () => {
    await start({ script: [] });
    const { recovery } = startRecovery('openai-chat');
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(recovery.send(requestOf('openai-chat'), sender('openai-chat'), { signal })).rejects.toThrow('enough');
    expect(statuses()).toEqual([]);
  });

  it('may be the body that breaks off', async () => {
    await start({ script: [{ drop: 'during-answer', answer: { text: 'lost' } }, { text: 'done' }] });
    const { recovery } = startRecovery('openai-chat');
    const response = await recovery.send(requestOf('openai-chat'), sender('openai-chat'));
    expect(JSON.stringify(await response.json())).toContain('done');
  });
});

describe('one part that is too large', () => {
  const base = loopRows['openai-responses'].base({ tools: ['read_log'], maxOutputTokens: 500 });
  const tooLong = (item: string): Step =>
    openAiError(
      `Invalid '${item}': string too long. Expected a string with maximum length 10485760, but got a string with length 21312312 instead.`,
      { param: item, code: 'string_above_max_length' },
    );
  const turns = (count: number): JsonObject[] =>
    Array.from({ length: count }, (_, index) =>
      calledTurn('openai-responses', 'Read it.', readLogs([log(9_000 + index)], index)),
    ).flat();
  const inputOf = (number: number): JsonObject[] => sent<{ input: JsonObject[] }>(number).input;
  /** Where the second request has another item than the first. */
  const changedItems = (): number[] =>
    inputOf(1).flatMap((item, index) => (JSON.stringify(item) === JSON.stringify(inputOf(2)[index]) ? [] : [index]));

  it('is shortened alone: input[5].output', async () => {
    await start({ script: [tooLong('input[5].output'), { text: 'done' }] });
    const { recovery } = startRecovery('openai-responses');
    await recovery.send({ ...base, input: turns(4) }, sender('openai-responses'));
    expect(statuses()).toEqual([400, 200]);
    expect(changedItems()).toEqual([5]);
  });

  it('is counted in what was sent, which was mended', async () => {
    await start({ script: [tooLong('input[5].output'), { text: 'done' }] });
    const { recovery } = startRecovery('openai-responses', { repairs: true });
    const lost = turns(4);
    lost.splice(2, 1);
    await recovery.send({ ...base, input: lost }, sender('openai-responses'));
    expect(changedItems()).toEqual([5]);
    expect(inputOf(1)).toHaveLength(12);
  });

  it.each(['instructions', 'tools[3].description', 'input[0].content', 'input[99].output'])(
    'is named where it is no result: %s',
    async (item) => {
      await start({ script: [tooLong(item)] });
      const { recovery, events } = startRecovery('openai-responses');
      const error = await overflowOf(recovery.send({ ...base, input: turns(2) }, sender('openai-responses')));
      expect(error.message).toContain(`\`${item}\` of the request is too large for the model (at most 10,485,760`);
      expect(events.some(({ type }) => type === 'view-shrunk')).toBe(false);
    },
  );
});

describe('pictures', () => {
  const base = loopRows['anthropic-messages'].base({ tools: ['read_log'], maxOutputTokens: 500 });
  const picture = (length: number): JsonObject => ({
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(length) },
  });
  /** A turn for each list of pictures. */
  const turns = (pictures: readonly (readonly number[])[]): JsonObject[] =>
    pictures.flatMap((lengths, index) => {
      const [ask, calls, results] = calledTurn('anthropic-messages', 'Look.', readLogs([''], index));
      const [result] = (results as unknown as { content: JsonObject[] }).content;
      return [
        ask as JsonObject,
        calls as JsonObject,
        { role: 'user', content: [{ ...result, content: lengths.map(picture) }] },
      ];
    });
  const refused = (message: string): Step =>
    refusal(400, { type: 'error', error: { type: 'invalid_request_error', message } });
  const left = (number: number): number[] =>
    [...JSON.stringify(sent(number)).matchAll(/"data":"(A+)"/g)].map(([, data]) => data?.length ?? 0);

  it('one that is too large is left out alone', async () => {
    const item = 'messages.5.content.0.tool_result.content.1.image.source.base64';
    const message = `${item}: image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes`;
    await start({ script: [refused(message), { text: 'done' }], rules: () => [] });
    const { recovery } = startRecovery('anthropic-messages');
    await recovery.send({ ...base, messages: turns([[9_000], [8_000, 8_004]]) }, sender('anthropic-messages'));
    expect([left(1), left(2)]).toEqual([
      [9_000, 8_000, 8_004],
      [9_000, 8_000],
    ]);
  });

  it('of too many, the oldest are left out, with room for more', async () => {
    const message = 'Too many images in request: 5 images provided, maximum is 4';
    await start({ script: [refused(message), { text: 'done' }], rules: () => [] });
    const { recovery } = startRecovery('anthropic-messages');
    const messages = turns([[4_000], [5_000], [6_000], [7_000], [8_000]]);
    await recovery.send({ ...base, messages }, sender('anthropic-messages'));
    expect(statuses()).toEqual([400, 200]);
    expect(left(1)).toEqual([4_000, 5_000, 6_000, 7_000, 8_000]);
    expect(left(2).at(-1)).toBe(8_000);
    expect(left(2).length).toBeLessThanOrEqual(4);
  });

  it('too many of something else are named, and none is left out', async () => {
    const message =
      "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 200 instead.";
    await start({
      script: [openAiError(message, { param: 'tools', code: 'array_above_max_length' })],
      rules: () => [],
    });
    const { recovery } = startRecovery('anthropic-messages');
    const error = await overflowOf(
      recovery.send({ ...base, messages: turns([[9_000]]) }, sender('anthropic-messages')),
    );
    expect(error.message).toMatch(/^`tools` of the request holds more than the model takes \(at most 128 of them\)/);
    expect(statuses()).toEqual([400]);
  });
});
