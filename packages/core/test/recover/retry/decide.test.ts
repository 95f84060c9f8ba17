import { describe, expect, it } from 'vitest';
import type { OverflowClassification } from '../../../src/recover/overflow/classification.ts';
import { type DecisionFacts, decide } from '../../../src/recover/retry/decide.ts';
import { weightOf } from './support/weight.ts';

type Said = Partial<OverflowClassification> & Pick<OverflowClassification, 'outcome'>;
const said = (fields: Said): OverflowClassification => ({
  isOverflow: fields.outcome === 'prompt' || fields.outcome === 'prompt_plus_output',
  isRetryable: false,
  isLowerBound: false,
  ...fields,
});
const facts = (tokens: number, more: Partial<DecisionFacts> = {}): DecisionFacts => ({
  weight: weightOf(tokens),
  scale: 1,
  ...more,
});

describe('a refusal that is not about size', () => {
  it.each([
    ['is sent again later where that may help', true, 'wait'],
    ['is handed on where it does not', false, 'surface'],
  ])('%s', (_, isRetryable, kind) => {
    expect(decide(said({ outcome: 'none', isRetryable }), facts(1_000))).toEqual({ kind });
  });
});

interface Row {
  readonly name: string;
  readonly said: Said;
  readonly facts: DecisionFacts;
  readonly must: number;
  readonly want: number;
  readonly output?: object;
  readonly waits?: boolean;
}

/** 10,000 tokens by our count, unless a row says otherwise. */
const shortened: readonly Row[] = [
  {
    name: 'limit and prompt stated: down to three quarters of the limit',
    said: { outcome: 'prompt', limitTokens: 8_000, requestedTokens: 10_000 },
    facts: facts(10_000),
    must: 2_000,
    want: 4_000,
  },
  {
    name: 'the provider counts twice as many tokens as we do: in our units',
    said: { outcome: 'prompt', limitTokens: 16_000, requestedTokens: 20_000 },
    facts: facts(10_000),
    must: 2_000,
    want: 4_000,
  },
  {
    name: 'the limit alone, under our count',
    said: { outcome: 'prompt', limitTokens: 8_000 },
    facts: facts(10_000),
    must: 2_000,
    want: 4_000,
  },
  {
    name: 'the limit alone, over our count: our count is too low',
    said: { outcome: 'prompt', limitTokens: 20_000 },
    facts: facts(10_000),
    must: 1_000 / 2.1,
    want: 6_000 / 2.1,
  },
  {
    name: 'a lower bound is never computed from',
    said: { outcome: 'prompt', limitTokens: 8_000, requestedTokens: 8_001, isLowerBound: true },
    facts: facts(10_000),
    must: 2_000,
    want: 4_000,
  },
  {
    name: 'a count that cannot be believed, as little as one: ours instead',
    said: { outcome: 'prompt', limitTokens: 8_000, requestedTokens: 900_000 },
    facts: facts(10_000),
    must: 2_000,
    want: 4_000,
  },
  {
    name: 'only by how much it is too large',
    said: { outcome: 'prompt', overByTokens: 4_000 },
    facts: facts(10_000),
    must: 4_000,
    want: 5_500,
  },
  {
    name: 'no number, a limit learned before',
    said: { outcome: 'prompt' },
    facts: facts(10_000, { knownLimitTokens: 8_000 }),
    must: 2_000,
    want: 4_000,
  },
  {
    name: 'no number, a limit learned before that it is not over: not that one',
    said: { outcome: 'prompt' },
    facts: facts(10_000, { knownLimitTokens: 12_000 }),
    must: 1_000,
    want: Number.POSITIVE_INFINITY,
  },
  {
    name: 'no number, nothing known: everything, where that is worth it',
    said: { outcome: 'prompt' },
    facts: facts(10_000),
    must: 1_000,
    want: Number.POSITIVE_INFINITY,
  },
  {
    name: 'no number, 4,000 were taken before: below those',
    said: { outcome: 'prompt' },
    facts: facts(10_000, { acceptedTokens: 4_000 }),
    must: 1_000,
    want: 7_000,
  },
  {
    name: 'no number, more were taken before: our count is off',
    said: { outcome: 'prompt' },
    facts: facts(10_000, { acceptedTokens: 12_000 }),
    must: 1_000,
    want: 4_750,
  },
  {
    name: 'a limit of three tokens is a mistake of the server',
    said: { outcome: 'prompt', limitTokens: 3, requestedTokens: 4_000 },
    facts: facts(10_000),
    must: 1_000,
    want: Number.POSITIVE_INFINITY,
  },
  {
    name: 'refused again after the numbers were followed: everything',
    said: { outcome: 'prompt', limitTokens: 8_000, requestedTokens: 10_000 },
    facts: facts(10_000, { isStuck: true, acceptedTokens: 4_000 }),
    must: 1_000,
    want: Number.POSITIVE_INFINITY,
  },
  {
    name: 'our count is scaled by what the model counted before',
    said: { outcome: 'prompt', limitTokens: 16_000 },
    facts: facts(10_000, { scale: 2 }),
    must: 2_000,
    want: 4_000,
  },
  {
    name: 'a reservation needs its room, and may be lowered',
    said: { outcome: 'prompt', limitTokens: 8_000, requestedTokens: 10_000 },
    facts: facts(10_000, { outputTokens: 1_000 }),
    must: 2_000,
    want: 5_000,
    output: { windowTokens: 8_000, promptTokens: 10_000, isMeasured: true },
  },
  {
    name: 'a reservation beyond the window takes a quarter of it',
    said: { outcome: 'prompt', limitTokens: 8_000, requestedTokens: 10_000 },
    facts: facts(10_000, { outputTokens: 50_000 }),
    must: 2_000,
    want: 6_000,
    output: { windowTokens: 8_000, promptTokens: 10_000, isMeasured: true },
  },
  {
    name: 'prompt and output, and beside the prompt is no room: both',
    said: { outcome: 'prompt_plus_output', limitTokens: 10_300, inputTokens: 10_000, outputTokens: 2_000 },
    facts: facts(10_000, { outputTokens: 2_000 }),
    must: 200,
    want: 4_275,
    output: { windowTokens: 10_300, promptTokens: 10_000, isMeasured: true },
  },
  {
    name: 'more than a minute allows: below it, then waited for',
    said: { outcome: 'oversized_rate_limit', rate: { limitTokens: 8_000, requestedTokens: 10_000 } },
    facts: facts(10_000),
    must: 2_000,
    want: 4_000,
    waits: true,
  },
];

describe('a prompt that is too large', () => {
  it.each(shortened)('$name', ({ said: fields, facts: known, must, want, output, waits = false }) => {
    const excess = { unit: 'tokens', must: expect.closeTo(must, 6), want: expect.closeTo(want, 6) };
    expect(decide(said(fields), known)).toEqual({ kind: 'change', excess, waits, ...(output && { output }) });
  });
});

/** Nothing is cut: the answer gets what the window has left, less one in a hundred. */
const lowered = [
  {
    name: 'OpenRouter: 7,884 + 131,072 > 131,072',
    said: {
      outcome: 'prompt_plus_output',
      limitTokens: 131_072,
      requestedTokens: 138_956,
      inputTokens: 7_884,
      outputTokens: 131_072,
    },
    facts: facts(8_000, { outputTokens: 131_072 }),
    tokens: 123_109,
  },
  {
    name: 'vLLM: 8 + 2,045 > 2,048',
    said: { outcome: 'prompt_plus_output', limitTokens: 2_048, inputTokens: 8, outputTokens: 2_045 },
    facts: facts(10, { outputTokens: 2_045 }),
    tokens: 1_976,
  },
  {
    name: 'Anthropic: 198,981 + 21,333 > 200,000',
    said: { outcome: 'prompt_plus_output', limitTokens: 200_000, inputTokens: 198_981, outputTokens: 21_333 },
    facts: facts(200_000, { outputTokens: 21_333 }),
    tokens: 891,
  },
  {
    name: 'OpenAI: 3,545 + 1,024 > 4,097',
    said: { outcome: 'prompt_plus_output', limitTokens: 4_097, inputTokens: 3_545, outputTokens: 1_024 },
    facts: facts(3_600, { outputTokens: 1_024 }),
    tokens: 488,
  },
  {
    name: 'the sum alone is stated: the prompt is what is not reserved',
    said: { outcome: 'prompt_plus_output', limitTokens: 24_000, requestedTokens: 30_000 },
    facts: facts(10_000, { outputTokens: 20_000 }),
    tokens: 13_900,
  },
  {
    name: 'a lower bound: by our own count, which may be a tenth too low',
    said: { outcome: 'prompt_plus_output', limitTokens: 20_000, inputTokens: 12_001, isLowerBound: true },
    facts: facts(14_000, { outputTokens: 8_000 }),
    tokens: 4_320,
  },
  {
    name: 'a lower bound that our count contradicts: at least what the refusal implies',
    said: { outcome: 'prompt_plus_output', limitTokens: 20_000, inputTokens: 12_001, isLowerBound: true },
    facts: facts(9_000, { outputTokens: 8_000 }),
    tokens: 5_888,
  },
  {
    name: 'the request said nothing of its output, and the server reserved for it',
    said: { outcome: 'prompt_plus_output', limitTokens: 16_000, inputTokens: 10_000, outputTokens: 8_000 },
    facts: facts(10_000),
    tokens: 5_900,
  },
] as const;

describe('a prompt that fits beside less output', () => {
  it.each(lowered)('$name', ({ said: fields, facts: known, tokens }) => {
    expect(decide(said(fields), known)).toEqual({ kind: 'change', output: { tokens }, waits: false });
  });

  it('also where a minute allows so many tokens, output included', () => {
    const rate = { limitTokens: 30_000, requestedTokens: 45_000 };
    const known = facts(13_500, { outputTokens: 32_000 });
    expect(decide(said({ outcome: 'oversized_rate_limit', rate }), known)).toEqual({
      kind: 'change',
      output: { tokens: 16_872 },
      waits: true,
    });
  });
});

describe('more output than the model writes', () => {
  it.each([
    ['is lowered to what it does', { maxOutputTokens: 16_384 }, { outputTokens: 100_000 }, { tokens: 16_384 }],
    ['is handed on without a number', {}, { outputTokens: 100_000 }, undefined],
    ['is handed on where nothing was reserved', { maxOutputTokens: 16_384 }, {}, undefined],
    ['is handed on where less was reserved', { maxOutputTokens: 16_384 }, { outputTokens: 9_000 }, undefined],
  ])('%s', (_, numbers, known, output) => {
    const decision = decide(said({ outcome: 'output_cap', ...numbers }), facts(1_000, known));
    expect(decision).toEqual(output ? { kind: 'change', output, waits: false } : { kind: 'surface' });
  });
});

describe('a body of too many bytes', () => {
  it.each([
    ['is cut below the limit', { limitBytes: 32_000 }, {}, { must: 8_000, want: 16_000 }],
    ['without a number, everything goes', {}, {}, { must: 4_000, want: Number.POSITIVE_INFINITY }],
    ['under its limit by our count, too', { limitBytes: 50_000 }, {}, { must: 4_000, want: Number.POSITIVE_INFINITY }],
    ['refused again, too', { limitBytes: 32_000 }, { isStuck: true }, { must: 4_000, want: Number.POSITIVE_INFINITY }],
  ])('%s', (_, numbers, known, excess) => {
    const decision = decide(said({ outcome: 'request_bytes', ...numbers }), facts(10_000, known));
    expect(decision).toEqual({ kind: 'change', excess: { unit: 'bytes', ...excess }, waits: false });
  });
});

it.each([
  ['string_length', 'text'],
  ['image', 'picture'],
  ['count', 'pictures'],
] as const)('of a %s, that part alone is changed', (outcome, what) => {
  expect(decide(said({ outcome }), facts(1_000))).toEqual({ kind: 'change-item', what });
});
