import { describe, expect, it } from 'vitest';
import type { OverflowClassification } from '../../../src/recover/overflow/classification.ts';
import { classifyOverflow } from '../../../src/recover/overflow/classify-overflow.ts';
import type { ErrorEnvelope } from '../../../src/recover/overflow/envelope.ts';

type Case = readonly [name: string, envelope: ErrorEnvelope, expected: Partial<OverflowClassification>];

const sentence = 'prompt is too long: 210000 tokens > 200000 maximum';
const numbers = { outcome: 'prompt', limitTokens: 200_000, requestedTokens: 210_000, overByTokens: 10_000 } as const;

const forms: readonly Case[] = [
  ['an Error', { error: new Error(`400 ${sentence}`) }, numbers],
  ['a cause', { error: new Error('request failed', { cause: new Error(sentence) }) }, numbers],
  ['a plain object with a message', { error: { message: sentence } }, numbers],
  ['an error of an SDK', { error: { status: 400, error: { type: 'error', error: { message: sentence } } } }, numbers],
  ['data of an APICallError', { error: { statusCode: 400, data: { error: { message: sentence } } } }, numbers],
  [
    'an error after retries',
    { error: { name: 'AI_RetryError', errors: [new Error('x'), new Error(sentence)] } },
    numbers,
  ],
  [
    'an error of axios',
    { error: { message: 'Request failed', response: { status: 400, data: { error: sentence } } } },
    numbers,
  ],
  ['a string', { body: sentence }, numbers],
  ['an event', { event: { type: 'error', error: { type: 'invalid_request_error', message: sentence } } }, numbers],
  ['an event as text', { event: `event: error\ndata: {"error":{"message":"${sentence}"}}` }, numbers],
  ['nothing', {}, { outcome: 'none', reason: 'unknown', isRetryable: false }],
  ['null', { body: null, error: null, event: null }, { outcome: 'none', reason: 'unknown' }],
  ['a number', { body: 42 }, { outcome: 'none', reason: 'unknown' }],
  ['a status alone', { status: 413 }, { outcome: 'request_bytes' }],
  ['a status of trouble', { status: 503, body: '' }, { outcome: 'none', reason: 'server_error', isRetryable: true }],
];

describe('an envelope', () => {
  it.each(forms)('is read as %s', (_, envelope, expected) => {
    expect(classifyOverflow(envelope)).toMatchObject(expected);
  });
});

const parts: readonly Case[] = [
  [
    'a string by its path',
    {
      status: 400,
      body: {
        error: {
          message:
            "Invalid 'input[37].output': string too long. Expected a string with maximum length 10485760, but got a string with length 20971520 instead.",
          code: 'string_above_max_length',
          param: 'input[37].output',
        },
      },
    },
    { outcome: 'string_length', item: 'input[37].output', limitCharacters: 10_485_760 },
  ],
  [
    'a string in the text alone',
    {
      status: 400,
      body: "Invalid 'messages[5].content': string too long. Expected a string with maximum length 10485760, but got more.",
    },
    { outcome: 'string_length', item: 'messages[5].content', limitCharacters: 10_485_760 },
  ],
  [
    'the count of tools',
    {
      status: 400,
      body: {
        error: {
          message:
            "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 325 instead.",
          code: 'array_above_max_length',
          param: 'tools',
        },
      },
    },
    { outcome: 'count', item: 'tools', limitCount: 128 },
  ],
  [
    'the count of documents',
    { status: 400, body: "You can't include more than 5 documents in a request." },
    { outcome: 'count', limitCount: 5 },
  ],
  [
    'an image',
    {
      status: 400,
      body: {
        error: {
          message:
            'messages.2.content.0.image.source.base64: image exceeds 5 MB maximum: 8259148 bytes > 5242880 bytes',
        },
      },
    },
    { outcome: 'image', item: 'messages.2.content.0.image.source.base64' },
  ],
  [
    'bytes',
    { status: 400, body: { error: { message: 'Request payload size exceeds the limit: 20971520 bytes.' } } },
    { outcome: 'request_bytes', limitBytes: 20_971_520 },
  ],
  [
    'the cap of the output',
    {
      status: 400,
      body: {
        error: {
          message:
            'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for claude-sonnet-4-5',
        },
      },
    },
    { outcome: 'output_cap', maxOutputTokens: 64_000 },
  ],
  [
    'prompt and output',
    {
      status: 400,
      body: 'input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000, decrease input length or `max_tokens` and try again',
    },
    { outcome: 'prompt_plus_output', inputTokens: 190_000, outputTokens: 32_000, requestedTokens: 222_000 },
  ],
  [
    'text and tools together',
    {
      status: 400,
      body: "This endpoint's maximum context length is 65536 tokens. However, you requested about 92208 tokens (60833 of text input, 10042 of tool input, 21333 in the output).",
    },
    { outcome: 'prompt', inputTokens: 70_875, outputTokens: 21_333, requestedTokens: 92_208 },
  ],
  [
    'a limit of a minute, which is no window',
    {
      status: 429,
      body: {
        error: {
          message: 'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 132819.',
          code: 'rate_limit_exceeded',
        },
      },
    },
    { outcome: 'oversized_rate_limit', isRetryable: false, rate: { limitTokens: 30_000, requestedTokens: 132_819 } },
  ],
];

describe('a refusal names', () => {
  it.each(parts)('%s', (_, envelope, expected) => {
    expect(classifyOverflow(envelope)).toMatchObject(expected);
  });

  it('no window in a limit of a minute', () => {
    const found = classifyOverflow(parts.at(-1)?.[1] ?? {});
    expect(found).not.toHaveProperty('limitTokens');
    expect(found).not.toHaveProperty('requestedTokens');
  });
});

const waits: readonly [text: string, ms: number | undefined][] = [
  ['Rate limit reached. Please try again in 9m38.016s.', 578_016],
  ['Rate limit reached. Please try again in 20s.', 20_000],
  ['Rate limit reached. Please retry after 26 seconds.', 26_000],
  ['Quota exceeded. Please retry in 39.844676573s.', 39_845],
  ['Rate limit reached. Try again in 120ms.', 120],
  ['Rate limit reached. Please wait 1 hour.', undefined],
  ['Rate limit reached.', undefined],
];

describe('the wait of a refusal', () => {
  it.each(waits)('%s', (message, ms) => {
    expect(classifyOverflow({ status: 429, body: { error: { message } } }).retryAfterMs).toBe(ms);
  });

  it.each([
    [{ 'retry-after': '7' }, 7_000],
    [new Headers({ 'Retry-After': '1.5' }), 1_500],
    [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
    [{ 'Retry-After': 'Wed, 02 Dec 2026 10:00:30 GMT', Date: 'Wed, 02 Dec 2026 10:00:00 GMT' }, 30_000],
    [{ 'retry-after': 'Wed, 02 Dec 2026 10:00:30 GMT' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [undefined, undefined],
  ])('in headers %j', (headers, ms) => {
    expect(classifyOverflow({ status: 429, headers, body: '' }).retryAfterMs).toBe(ms);
    expect(classifyOverflow({ error: { status: 429, headers } }).retryAfterMs).toBe(ms);
  });

  it('comes from the details of an error too', () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '48s' }];
    const body = { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Resource exhausted.', details } };
    expect(classifyOverflow({ body })).toMatchObject({ reason: 'rate_limit', isRetryable: true, retryAfterMs: 48_000 });
  });
});
