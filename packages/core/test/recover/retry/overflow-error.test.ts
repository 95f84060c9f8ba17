import { expect, it } from 'vitest';
import type { OverflowClassification } from '../../../src/recover/overflow/classification.ts';
import { type GivenUp, overflowError } from '../../../src/recover/retry/overflow-error.ts';
import type { Weight } from '../../../src/recover/view/weigh.ts';
import { weightOf } from './support/weight.ts';

const said = (fields: Partial<OverflowClassification>): OverflowClassification => ({
  outcome: 'prompt',
  isOverflow: true,
  isRetryable: false,
  isLowerBound: false,
  ...fields,
});

it.each<[string, GivenUp, Partial<OverflowClassification>, Partial<Weight>, string]>([
  [
    'tool definitions',
    'nothing-to-shorten',
    { limitTokens: 8_000 },
    { tools: { count: 200, tokens: 10_000.4 }, texts: { count: 1, tokens: 12 } },
    'The request is too large for the model (at most 8,000 tokens): about 12,000 tokens, 48,000 bytes. It holds, in tokens: 200 tool definitions 10,000, 1 text of the conversation 12. Shortening tool results could not make it fit, so nothing was shortened. Offer fewer tools, or shorter descriptions and schemas.',
  ],
  [
    'instructions',
    'nothing-to-shorten',
    {},
    { instructions: { count: 1, tokens: 10_000 } },
    'The request is too large for the model: about 12,000 tokens, 48,000 bytes. It holds, in tokens: the instructions 10,000. Shortening tool results could not make it fit, so nothing was shortened. Shorten the instructions.',
  ],
  [
    'a long text',
    'still-too-large',
    { outcome: 'request_bytes', limitBytes: 45_000 },
    { texts: { count: 3, tokens: 9_000 }, calls: { count: 2, tokens: 500 }, results: { count: 2, tokens: 1_000 } },
    'The request is too large for the model (at most 45,000 bytes): about 12,000 tokens, 48,000 bytes. It holds, in tokens: 3 texts of the conversation 9,000, 2 tool results 1,000, the arguments of 2 calls 500. It was made smaller and sent once more, and refused again. Send a shorter message, give long texts as files, or go on in a new conversation.',
  ],
  [
    'results of a minute',
    'still-too-large',
    { outcome: 'oversized_rate_limit', rate: { limitTokens: 30_000 } },
    { results: { count: 1, tokens: 9_000 } },
    'The request is too large for the model (at most 30,000 tokens a minute): about 12,000 tokens, 48,000 bytes. It holds, in tokens: 1 tool result 9,000. It was made smaller and sent once more, and refused again. Go on in a new conversation.',
  ],
  [
    'too many of a kind',
    'nothing-to-shorten',
    { outcome: 'count', item: 'tools', limitCount: 128 },
    { tools: { count: 200, tokens: 10_000 } },
    '`tools` of the request holds more than the model takes (at most 128 of them): about 12,000 tokens, 48,000 bytes. It holds, in tokens: 200 tool definitions 10,000. Shortening tool results could not make it fit, so nothing was shortened. Offer fewer tools, or shorter descriptions and schemas.',
  ],
])('says what fills the window: %s', (_, givenUp, classification, shares, message) => {
  expect(overflowError(givenUp, said(classification), weightOf(12_000, shares), undefined).message).toBe(message);
});

it('carries facts for a program, and what the provider said as its cause', () => {
  const cause = new Error('prompt is too long: 12000 tokens > 8000 maximum');
  const error = overflowError(
    'still-too-large',
    said({ limitTokens: 8_000 }),
    weightOf(12_000, { results: { count: 1, tokens: 9_000 } }),
    cause,
  );
  expect(error.cause).toBe(cause);
  expect(error.message).not.toContain('prompt is too long');
  expect(error).toMatchObject({
    code: 'overflow',
    facts: {
      outcome: 'prompt',
      givenUp: 'still-too-large',
      isRetryable: false,
      estimatedTokens: 12_000,
      byteLength: 48_000,
      largest: 'results',
      limitTokens: 8_000,
    },
  });
});

it('says what it can of an empty request', () => {
  expect(overflowError('nothing-to-shorten', said({}), weightOf(12_000), undefined).facts.largest).toBe('');
});
