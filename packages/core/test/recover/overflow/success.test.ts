import { describe, expect, it } from 'vitest';
import type { OverflowClassification } from '../../../src/recover/overflow/classification.ts';
import { classifyOverflow } from '../../../src/recover/overflow/classify-overflow.ts';
import type { ErrorEnvelope } from '../../../src/recover/overflow/envelope.ts';

const partial = { outcome: 'none', reason: 'partial_success', isRetryable: false } as const;
const silent = { outcome: 'none', reason: 'silent_truncation' } as const;

const cases: readonly (readonly [string, ErrorEnvelope, Partial<OverflowClassification>])[] = [
  [
    'a stop at the window',
    { status: 200, body: { type: 'message', stop_reason: 'model_context_window_exceeded' } },
    partial,
  ],
  [
    'a stop at the window in a stream',
    { event: 'data: {"type":"message_delta","delta":{"stop_reason":"model_context_window_exceeded"}}' },
    { outcome: 'none' },
  ],
  [
    'a stop at a length',
    { status: 200, body: { choices: [{ finish_reason: 'length', message: { content: 'a' } }] } },
    partial,
  ],
  [
    'more input than the window has',
    { status: 200, usage: { inputTokens: 240_000, outputTokens: 12 }, windowTokens: 200_000 },
    { outcome: 'prompt', limitTokens: 200_000, requestedTokens: 240_000, overByTokens: 40_000, isLowerBound: false },
  ],
  [
    'input cut to the window, and nothing written',
    {
      status: 200,
      body: { stop_reason: 'length', usage: { input: 58, cacheRead: 1_048_512, output: 0 }, contextWindow: 1_048_576 },
    },
    { outcome: 'prompt', limitTokens: 1_048_576, requestedTokens: 1_048_570, isLowerBound: true },
  ],
  [
    'input far below the window, and nothing written',
    { status: 200, body: { stop_reason: 'length', usage: { input: 100, output: 0 } }, windowTokens: 200_000 },
    partial,
  ],
  [
    'input of exactly the window',
    { status: 200, body: { done_reason: 'stop', prompt_eval_count: 512, num_ctx: 512 } },
    silent,
  ],
  ['too few tokens for the bytes', { status: 200, usage: { prompt_tokens: 4_096 }, sentBytes: 400_000 }, silent],
  [
    'enough tokens for the bytes',
    { status: 200, usage: { prompt_tokens: 60_000 }, sentBytes: 400_000 },
    { outcome: 'none', reason: 'unknown' },
  ],
  [
    "Anthropic's usage with a cache",
    {
      usage: { input_tokens: 10, cache_read_input_tokens: 205_000, cache_creation_input_tokens: 0 },
      windowTokens: 200_000,
    },
    { outcome: 'prompt', requestedTokens: 205_010 },
  ],
  [
    "Gemini's usage",
    { usage: { promptTokenCount: 1_200_000 }, windowTokens: 1_048_576 },
    { outcome: 'prompt', requestedTokens: 1_200_000 },
  ],
  [
    'usage of later AI SDKs',
    { usage: { inputTokens: { total: 201_000 } }, windowTokens: 200_000 },
    { outcome: 'prompt', requestedTokens: 201_000 },
  ],
  [
    'usage that is none',
    { usage: { inputTokens: -5, outputTokens: Number.NaN }, windowTokens: 200_000 },
    { outcome: 'none', reason: 'unknown' },
  ],
  ['a window that is none', { usage: { inputTokens: 5_000 }, windowTokens: 0 }, { outcome: 'none', reason: 'unknown' }],
  ['an empty answer', { status: 200, body: '' }, { outcome: 'none', reason: 'unknown' }],
];

describe('an answer that succeeded', () => {
  it.each(cases)('with %s', (_, envelope, expected) => {
    expect(classifyOverflow(envelope)).toMatchObject(expected);
  });
});
