import { describe, expect, it } from 'vitest';
import { classifyOverflow } from '../../../src/recover/overflow/classify-overflow.ts';
import type { RefusalFacts, RefusalKind, Wording, Wordings } from '../../../src/testing/providers/refusal.ts';
import { anthropicWordings } from '../../../src/testing/providers/wordings/anthropic-messages.ts';
import { bedrockWordings } from '../../../src/testing/providers/wordings/bedrock-converse.ts';
import { geminiWordings } from '../../../src/testing/providers/wordings/gemini.ts';
import { openaiChatWordings } from '../../../src/testing/providers/wordings/openai-chat.ts';
import { openaiResponsesWordings } from '../../../src/testing/providers/wordings/openai-responses.ts';

const tables: Readonly<Record<string, Wordings>> = {
  'anthropic-messages': anthropicWordings,
  'bedrock-converse': bedrockWordings,
  gemini: geminiWordings,
  'openai-chat': openaiChatWordings,
  'openai-responses': openaiResponsesWordings,
};

/** What each kind of refusal of the scripted providers is, in the words of the classifier. */
const expected: Readonly<Record<RefusalKind, readonly string[]>> = {
  prompt: ['prompt'],
  'prompt-plus-output': ['prompt_plus_output'],
  'request-bytes': ['request_bytes'],
  'output-cap': ['output_cap'],
  // Only who prints what was asked for can be told from one who has to wait.
  'oversized-rate-limit': ['oversized_rate_limit', 'rate_limit'],
  throttled: ['rate_limit'],
  overloaded: ['overloaded', 'server_error', 'rate_limit'],
  'server-error': ['server_error'],
  'invalid-request': ['unknown'],
  'malformed-json': ['unknown', 'schema', 'parameter'],
};

const facts = (kind: RefusalKind): RefusalFacts => ({
  kind,
  model: 'a-model',
  limitTokens: kind === 'output-cap' ? 8_192 : 200_000,
  inputTokens: kind === 'prompt-plus-output' ? 190_000 : 215_350,
  outputTokens: 32_000,
  byteLength: 40_000_000,
  maxBytes: 33_554_432,
  retryAfterSeconds: 7,
  message: 'The request is not valid.',
  where: undefined,
});

/** A status alone says something of one provider only. */
const providerOf = (name: string): { provider?: string } => (name === 'no-body' ? { provider: 'cerebras' } : {});

const cases = Object.entries(tables).flatMap(([api, wordings]) =>
  Object.entries(wordings).flatMap(([kind, rows]) =>
    Object.entries(rows ?? {}).map(([name, wording]) => ({
      api,
      kind: kind as RefusalKind,
      name,
      envelope: (wording as Wording)(facts(kind as RefusalKind)),
    })),
  ),
);

/** Behind another status these have no word left that tells them from any other trouble. */
const saysNothing: ReadonlySet<string> = new Set(['no-body', 'json-parse']);

describe('a scripted provider', () => {
  it('has refusals of every kind', () => {
    expect(new Set(cases.map(({ kind }) => kind))).toEqual(new Set(Object.keys(expected)));
    expect(cases.length).toBeGreaterThan(50);
  });

  it.each(cases)('of $api refuses as $kind, $name', ({ kind, name, envelope }) => {
    const found = classifyOverflow({ ...providerOf(name), status: envelope.status, body: envelope.body });
    // Where the counting stopped, nobody can say whether the prompt alone would fit.
    const outcomes = found.isLowerBound ? ['prompt_plus_output'] : expected[kind];
    expect(outcomes).toContain(found.outcome === 'none' ? found.reason : found.outcome);
    expect([200_000, undefined]).toContain(found.limitTokens);
    if (kind === 'prompt') expect([215_350, 247_350, 200_001, undefined]).toContain(found.requestedTokens);
    if (kind === 'output-cap') expect([8_192, undefined]).toContain(found.maxOutputTokens);
    expect(found.isRetryable).toBe(
      ['throttled', 'overloaded', 'server-error'].includes(kind) || found.reason === 'rate_limit',
    );
  });

  it.each(cases.filter(({ kind, name }) => /^prompt|output-cap|request-bytes/.test(kind) && !saysNothing.has(name)))(
    'of $api behind a proxy is not asked the same again: $kind, $name',
    ({ envelope }) => {
      for (const status of [429, 500, 502, 503])
        expect(classifyOverflow({ status, body: envelope.body }).isRetryable, `${status}`).toBe(false);
    },
  );
});
