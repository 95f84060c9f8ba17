import { afterEach, describe, expect, it } from 'vitest';
import { SpillwayError } from '../../../src/errors.ts';
import { measureContent } from '../../../src/recover/view/content.ts';
import { resolveFormat } from '../../../src/recover/wire/formats.ts';
import { type JsonObject, valueAt } from '../../../src/recover/wire/json.ts';
import type { ProviderApi } from '../../../src/testing/providers/rules/rule.ts';
import type { RecordedRequest } from '../../../src/testing/providers/scripted-provider.ts';
import type { Step } from '../../../src/testing/providers/step.ts';
import { loopApis } from '../../support/provider-loop.ts';
import { type SessionLoop, type SessionLoopOptions, startSessionLoop } from '../../support/session-loop.ts';

let loop: SessionLoop;
const start = async (api: ProviderApi, options: SessionLoopOptions): Promise<SessionLoop> => {
  loop = await startSessionLoop(api, options);
  return loop;
};
afterEach(() => loop.close());

const statuses = (requests: readonly RecordedRequest[]): (number | undefined)[] => requests.map(({ status }) => status);
const sizes = (requests: readonly RecordedRequest[]): number[] => requests.map(({ bytes }) => bytes.byteLength);
const line = '2026-11-30T03:00:00Z INFO [w3] served request id=100001 status=200 took=16ms\n';
const log = (bytes: number): string => line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);
const call = (name: string, path: string): Step => ({ toolCalls: [{ name, input: { path } }] });

const listOf = ({ api, body }: RecordedRequest): JsonObject[] => {
  const messages = (body as JsonObject)[resolveFormat(String(api)).messagesKey];
  return messages as unknown as JsonObject[];
};
const messagesOf = (request: RecordedRequest | undefined): string => JSON.stringify(request && listOf(request));

/** Encoded bytes of the largest tool result in a request. */
function largestResult(request: RecordedRequest | undefined): number {
  const format = resolveFormat(String(request?.api));
  const results = (request === undefined ? [] : listOf(request)).flatMap((message) =>
    format
      .partsOf(message)
      .filter(({ kind }) => kind === 'result')
      .map(({ path }) => measureContent(valueAt(message, path), format).textBytes),
  );
  return Math.max(...results);
}

describe.each(loopApis)('a session with %s', (api) => {
  it('BC-001 heals a stored result of 1,057,864 bytes from before without a failed request', async () => {
    await start(api, {
      provider: { maxRequestBytes: 200_000, script: () => ({ text: 'done' }) },
      before: (row) => [
        row.user('read the log'),
        ...row.read(answerWithCall(api)).messages,
        ...row.results([{ call: { id: 'call_1', name: 'read_log', input: {} }, text: log(1_057_864) }]),
      ],
    });
    await loop.prompt('what does it say?');
    await loop.prompt('and now?');
    expect(statuses(loop.provider.requests)).toEqual([200, 200]);
    expect(loop.session.healedCount).toBe(1);
    expect(loop.toolRuns()).toBe(0);
    expect(largestResult(loop.provider.requests[0])).toBeLessThanOrEqual(65_536);
    expect(messagesOf(loop.provider.requests[1])).toContain(messagesOf(loop.provider.requests[0]).slice(0, -1));
    expect(JSON.stringify(await loop.session.asSent(1))).toBe(loop.provider.requests[0]?.bytes.toString());
  });

  it('needs one smaller request where 45 KB is the limit, and again on the next prompt', async () => {
    await start(api, {
      provider: {
        maxRequestBytes: 45_000,
        script: [call('read_log', 'a'), { text: 'first' }, call('read_log', 'b'), { text: 'second' }],
      },
      tools: { read_log: () => log(60_000) },
    });
    await loop.prompt('read a');
    await loop.prompt('read b');
    expect(statuses(loop.provider.requests)).toEqual([200, expect.any(Number), 200, 200, expect.any(Number), 200]);
    expect(statuses(loop.provider.requests)[1]).toBeGreaterThanOrEqual(400);
    expect(loop.toolRuns()).toBe(2);
    expect(loop.session.healedCount).toBe(0);
    const [, refused, retried, next] = sizes(loop.provider.requests);
    expect(refused).toBeGreaterThan(45_000);
    expect(retried).toBeLessThan(10_000);
    expect(next).toBeLessThan(10_000);
    expect(largestResult(loop.provider.requests[2])).toBeLessThanOrEqual(2_048);
    for (const [index, { bytes }] of loop.provider.requests.entries()) {
      expect(JSON.stringify(await loop.session.asSent(index + 1))).toBe(bytes.toString());
    }
  });

  it('ends with what fills the window where nothing can be cut, and goes on with the next prompt', async () => {
    await start(api, {
      provider: { maxRequestBytes: 45_000, script: () => ({ text: 'done' }) },
      tools: { read_log: () => '' },
    });
    const error = await loop.prompt(log(60_000)).catch((thrown: unknown) => thrown);
    expect(SpillwayError.isInstance(error) && error.code).toBe('overflow');
    expect((error as SpillwayError).message).toContain('Send a shorter message');
    expect((error as SpillwayError).cause).toBeDefined();
    await loop.prompt('a short one');
    expect(statuses(loop.provider.requests).slice(1)).toEqual([200]);
    expect(loop.session.requestCount).toBe(2);
  });

  it('names 200 tool definitions that fill the window, cuts nothing, and works with fewer', async () => {
    await start(api, {
      provider: { maxRequestBytes: 100_000, script: [call('read_log', 'a'), { text: 'one' }, { text: 'two' }] },
      tools: { read_log: () => log(9_000) },
    });
    await loop.prompt('read a');
    const tools = Array.from({ length: 200 }, (_, index) => `tool_${index}`);
    const describe = 'reads what it is told to read, in full, and says so. '.repeat(38);
    const error = (await loop.prompt('go on', { tools, describe }).catch((thrown: unknown) => thrown)) as SpillwayError;
    expect(error.code).toBe('overflow');
    expect(error.message).toMatch(/200 tool definitions [\d,]+/);
    expect(error.facts.largest).toBe('tools');
    expect(loop.events.filter(({ type }) => type === 'view-shrunk')).toEqual([]);
    await loop.prompt('go on with one');
    expect(largestResult(loop.provider.requests.at(-1))).toBeGreaterThan(9_000);
  });

  it.each([429, 500, 502, 503] as const)(
    'never resends a refusal for size that comes as HTTP %i',
    async (wrappedStatus) => {
      await start(api, {
        provider: {
          maxRequestBytes: 45_000,
          form: { wrappedStatus },
          script: [call('read_log', 'a'), { text: 'done' }],
        },
        tools: { read_log: () => log(60_000) },
      });
      await loop.prompt('read a');
      expect(statuses(loop.provider.requests)).toEqual([200, wrappedStatus, 200]);
      expect(new Set(loop.provider.requests.map(({ bytes }) => bytes.toString())).size).toBe(3);
    },
  );

  it('ends after one retry where every request is refused', async () => {
    await start(api, {
      provider: { script: () => ({ refuse: { kind: 'prompt' } }) },
      before: (row) => [
        row.user('read'),
        ...row.read(answerWithCall(api)).messages,
        ...row.results([{ call: { id: 'call_1', name: 'read_log', input: {} }, text: log(30_000) }]),
      ],
    });
    const error = (await loop.prompt('go on').catch((thrown: unknown) => thrown)) as SpillwayError;
    expect(error.code).toBe('overflow');
    const [first, second, ...more] = sizes(loop.provider.requests);
    expect(more).toEqual([]);
    expect(second).toBeLessThan(first as number);
  });
});

/** Gemini counts the prompt alone. */
describe.each(loopApis.filter((api) => api !== 'gemini'))('a session with %s', (api) => {
  it('lowers the output alone where only the reservation is too large', async () => {
    await start(api, {
      provider: {
        windowTokens: 20_000,
        windowCounts: 'input-and-output',
        script: [call('read_log', 'a'), { text: 'one' }, { text: 'two' }],
      },
      tools: { read_log: () => log(40_000) },
    });
    await loop.prompt('read a', { maxOutputTokens: 8_000 });
    const before = loop.provider.requests.length;
    await loop.prompt('go on', { maxOutputTokens: 15_000 });
    const [refused, retried] = loop.provider.requests.slice(before);
    expect(refused?.status).toBeGreaterThanOrEqual(400);
    expect(retried?.status).toBe(200);
    expect(messagesOf(retried)).toBe(messagesOf(refused));
    expect(loop.events.filter(({ type }) => type === 'view-shrunk')).toEqual([]);
    expect(loop.events).toContainEqual(expect.objectContaining({ type: 'output-lowered', fromTokens: 15_000 }));
  });
});

/** An answer of the API that calls `read_log` as `call_1`. */
function answerWithCall(api: ProviderApi): JsonObject {
  const answers: Record<ProviderApi, JsonObject> = {
    'anthropic-messages': { content: [{ type: 'tool_use', id: 'call_1', name: 'read_log', input: {} }] },
    'openai-chat': {
      choices: [
        {
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'read_log', arguments: '{}' } }],
          },
        },
      ],
    },
    'openai-responses': { output: [{ type: 'function_call', call_id: 'call_1', name: 'read_log', arguments: '{}' }] },
    'bedrock-converse': {
      output: {
        message: { role: 'assistant', content: [{ toolUse: { toolUseId: 'call_1', name: 'read_log', input: {} } }] },
      },
    },
    gemini: {
      candidates: [
        { content: { role: 'model', parts: [{ functionCall: { id: 'call_1', name: 'read_log', args: {} } }] } },
      ],
    },
  };
  return answers[api];
}
