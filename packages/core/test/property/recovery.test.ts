import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SpillwayError } from '../../src/errors.ts';
import { createRecovery } from '../../src/recover/retry/recovery.ts';
import { type JsonObject, toJsonText } from '../../src/recover/wire/json.ts';
import { createSpillway } from '../../src/spillway.ts';
import { createMemoryStore } from '../../src/store/memory.ts';
import { anthropicWordings } from '../../src/testing/providers/wordings/anthropic-messages.ts';
import { openaiChatWordings } from '../../src/testing/providers/wordings/openai-chat.ts';
import { openaiResponsesWordings } from '../../src/testing/providers/wordings/openai-responses.ts';
import { calledTurn, readLogs } from '../support/called-turn.ts';
import { createModelledProvider, type ModelledProvider, type ProviderModel } from '../support/modelled-provider.ts';
import { loopRows } from '../support/provider-loop.ts';

type Api = 'anthropic-messages' | 'openai-chat' | 'openai-responses';

const wordings = {
  'anthropic-messages': { table: anthropicWordings, prompt: ['anthropic', 'vertex', 'bedrock'], sum: ['anthropic'] },
  'openai-chat': {
    table: openaiChatWordings,
    prompt: ['openai', 'vllm', 'llama.cpp', 'xai', 'groq', 'openrouter'],
    sum: ['openai', 'vllm', 'vllm-lower-bound', 'openrouter'],
  },
  'openai-responses': { table: openaiResponsesWordings, prompt: ['openai', 'no-code'], sum: ['vllm'] },
} as const;

/** Where each API has what is read here. */
const keys = {
  'anthropic-messages': { messages: 'messages', outputTokens: 'max_tokens' },
  'openai-chat': { messages: 'messages', outputTokens: 'max_completion_tokens' },
  'openai-responses': { messages: 'input', outputTokens: 'max_output_tokens' },
} as const;

const model = (api: Api): fc.Arbitrary<ProviderModel> =>
  fc.record({
    limitTokens: fc.integer({ min: 3_000, max: 60_000 }),
    bytesPerToken: fc.constantFrom(3, 4, 5),
    countsOutput: fc.boolean(),
    wordings: fc.constant(wordings[api].table),
    promptWording: fc.constantFrom(...wordings[api].prompt),
    sumWording: fc.constantFrom(...wordings[api].sum),
    status: fc.constantFrom(undefined, undefined, 413, 429, 500, 502, 503),
    form: fc.constantFrom('thrown', 'response', 'in-success', 'in-stream'),
    throttled: fc.uniqueArray(fc.nat({ max: 40 }), { maxLength: 6 }).map((numbers) => new Set(numbers)),
  });

interface Turn {
  readonly ask: number;
  readonly results: readonly number[];
  readonly argument: number;
  readonly words: string;
}

const size = (max: number) => fc.oneof({ weight: 3, arbitrary: fc.nat({ max: 2_000 }) }, fc.nat({ max }));
const turn: fc.Arbitrary<Turn> = fc.record({
  ask: size(12_000),
  results: fc.array(size(70_000), { minLength: 1, maxLength: 3 }),
  argument: size(9_000),
  words: fc.constantFrom(
    '2026-11-30 INFO served id=1001 ok\n',
    'The quick brown fox jumps. ',
    '{"id":17,"name":"x"},',
    '日本語の本文。',
  ),
});

/** Adds what a person asks, what the model calls and what tools give. */
function addTurn(api: Api, transcript: JsonObject[], { ask, results, argument, words }: Turn): void {
  const text = (bytes: number): string => words.repeat(Math.ceil(bytes / words.length)).slice(0, bytes);
  const calls = readLogs(results.map(text), transcript.length).map((call) => ({
    ...call,
    input: { path: text(argument) },
  }));
  transcript.push(...calledTurn(api, `Go on. ${text(ask)}`, calls));
}

/** Share of the window up to which what cannot be shortened must not end a conversation. */
const surelyFits = 0.5;

/** About what is left of a transcript when all that can be shortened was. */
function leastTokens(turns: readonly Turn[], { bytesPerToken }: ProviderModel): number {
  const bytes = (text: number, { words }: Turn): number =>
    (text * JSON.stringify(words).length * Buffer.byteLength(words)) / words.length / words.length;
  const bytesOf = (step: Turn): number =>
    bytes(step.ask, step) +
    400 +
    step.results.reduce(
      (sum, result) =>
        sum + Math.min(2_600, bytes(result, step)) + Math.min(2_600, 2 * bytes(step.argument, step)) + 500,
      0,
    );
  return turns.reduce((sum, step) => sum + bytesOf(step), 600) / bytesPerToken;
}

/** Where no number is stated nobody can tell that it is the reserved output that is too large. */
const reservedAtAll = ({ countsOutput, promptWording }: ProviderModel, maxOutputTokens: number): number =>
  countsOutput && ['vertex', 'bedrock', 'groq', 'openai', 'no-code'].includes(promptWording) ? maxOutputTokens : 100;

const reserved = (api: Api, body: JsonObject): number => Number(body[keys[api].outputTokens]);

type Sent = ModelledProvider['requests'];

/** Of one `send`: two bodies at most, the second one smaller, and none again that was refused for its size. */
function checkRequests(api: Api, sent: Sent): void {
  const refused = sent.filter(({ met }) => met === 'too-large').map(({ text }) => text);
  const distinct = [...new Set(sent.map(({ text }) => text))];
  expect(distinct.length).toBeLessThanOrEqual(2);
  expect(new Set(refused).size).toBe(refused.length);
  for (const body of refused) expect(sent.filter(({ text }) => text === body).at(-1)?.met).toBe('too-large');
  const [first, second] = distinct;
  if (first === undefined || second === undefined) return;
  const isLowered = reserved(api, JSON.parse(second)) < reserved(api, JSON.parse(first));
  expect(second.length < first.length || isLowered).toBe(true);
}

/** The end names what fills the window, the largest first. */
function checkEnd(error: SpillwayError): void {
  expect(error.code).toBe('overflow');
  const [, held = ''] = /It holds, in tokens: (.*?)\. /u.exec(error.message) ?? [];
  const shares = held
    .split(/, (?=\D|\d+ (?:text|tool))/u)
    .map((part) => Number((/[\d,]+$/u.exec(part) ?? [''])[0].replaceAll(',', '')));
  expect(shares[0]).toBeGreaterThan(0);
  expect(shares).toEqual([...shares].sort((a, b) => b - a));
}

const messagesOf = (api: Api, text: string | undefined): readonly string[] => {
  const messages = text === undefined ? [] : JSON.parse(text)[keys[api].messages];
  return (messages as unknown[]).map((message) => JSON.stringify(message));
};

interface Tally {
  answered: number;
  recovered: number;
}

/** Sends a conversation that grows by a turn each time, behind some turns that somebody else had sent. */
async function converse(
  api: Api,
  behaviour: ProviderModel,
  turns: readonly Turn[],
  { sentBefore, maxOutputTokens }: { readonly sentBefore: number; readonly maxOutputTokens: number },
  tally: Tally,
): Promise<void> {
  const provider = createModelledProvider(behaviour, (body) => reserved(api, body));
  const recovery = createRecovery({
    spillway: createSpillway({ store: createMemoryStore(), scope: 'test', budget: { maxResultBytes: 32_768 } }),
    format: api,
    wait: async () => {},
  });
  const transcript: JsonObject[] = [];
  for (const [index, step] of turns.entries()) {
    addTurn(api, transcript, step);
    if (index < sentBefore) continue;
    const before = provider.requests.length;
    const base = loopRows[api].base({ tools: ['read_log'], maxOutputTokens });
    const body = { ...base, [keys[api].messages]: [...transcript] };
    const given = toJsonText(body);
    const outcome = await recovery.send(body, provider.send).catch((error: unknown) => error);
    expect(toJsonText(body)).toBe(given);
    const sent = provider.requests.slice(before);
    checkRequests(api, sent);
    const known = messagesOf(api, provider.requests[before - 1]?.text);
    expect(messagesOf(api, sent[0]?.text).slice(0, known.length)).toEqual(known);
    if (!(outcome instanceof Error)) {
      expect(sent.at(-1)?.met).toBe('answer');
      tally.answered += 1;
      if (sent.some(({ met }) => met === 'too-large')) tally.recovered += 1;
    } else if (SpillwayError.isInstance(outcome)) {
      expect(sent.at(-1)?.met).toBe('too-large');
      checkEnd(outcome);
      const least = leastTokens(turns.slice(0, index + 1), behaviour) + reservedAtAll(behaviour, maxOutputTokens);
      expect(least).toBeGreaterThan(surelyFits * behaviour.limitTokens);
    } else {
      expect(sent.at(-1)?.met).toBe('throttled');
    }
  }
}

describe.each(['anthropic-messages', 'openai-chat', 'openai-responses'] as const)('recovery with %s', (api) => {
  it('answers or ends with what fills the window, and never resends what was refused for size', async () => {
    const tally = { answered: 0, recovered: 0 };
    const turns = fc.array(turn, { minLength: 2, maxLength: 20 });
    const request = fc.record({
      sentBefore: fc.nat({ max: 5 }),
      maxOutputTokens: fc.integer({ min: 100, max: 9_000 }),
    });
    await fc.assert(
      fc.asyncProperty(model(api), turns, request, (behaviour, steps, given) =>
        converse(api, behaviour, steps, given, tally),
      ),
      { numRuns: 40 },
    );
    expect(tally.answered).toBeGreaterThan(50);
    expect(tally.recovered).toBeGreaterThan(10);
  });
});
