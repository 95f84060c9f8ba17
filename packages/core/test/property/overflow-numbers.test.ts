import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyOverflow } from '../../src/recover/overflow/classify-overflow.ts';

const tokens = fc.integer({ min: 1_000, max: 2_000_000 });
const overflow = fc.record({ limit: tokens, over: fc.integer({ min: 1, max: 2_000_000 }) });
const grouped = (value: number): string => value.toLocaleString('en-US');
const formats: readonly ((value: number) => string)[] = [
  String,
  grouped,
  (value) => grouped(value).replaceAll(',', '_'),
];

/** Sentences with a place for each number, and whether the reserved output is told apart. */
const sentences: readonly ((limit: string, requested: string) => string)[] = [
  (limit, requested) =>
    `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${requested} tokens.`,
  (limit, requested) => `prompt is too long: ${requested} tokens > ${limit} maximum`,
  (limit, requested) =>
    `The input token count (${requested})   exceeds the maximum number of tokens allowed (${limit}).`,
  (limit, requested) => `This model's maximum prompt length is ${limit} but the request contains ${requested} tokens.`,
  (limit, requested) =>
    `request (${requested} tokens) exceeds the available context size (${limit} tokens), try increasing it`,
  (limit, requested) => `The input (${requested} tokens) is longer than the model's context length (${limit} tokens).`,
  (limit, requested) => `Your request exceeded model token limit: ${limit} (requested: ${requested})`,
  (limit, requested) => `prompt token count of ${requested} exceeds the limit of ${limit}`,
];

describe('numbers of a refusal', () => {
  it('are read as they are written, with separators of thousands or without', () => {
    fc.assert(
      fc.property(
        overflow,
        fc.constantFrom(...sentences),
        fc.constantFrom(...formats),
        ({ limit, over }, say, format) => {
          const found = classifyOverflow({
            status: 400,
            body: { error: { message: say(format(limit), format(limit + over)) } },
          });
          expect(found).toMatchObject({
            outcome: 'prompt',
            limitTokens: limit,
            requestedTokens: limit + over,
            overByTokens: over,
          });
        },
      ),
      { numRuns: 400 },
    );
  });

  it('that contradict the sentence are left out', () => {
    fc.assert(
      fc.property(overflow, fc.constantFrom(...sentences), ({ limit, over }, say) => {
        const found = classifyOverflow({
          status: 400,
          body: { error: { message: say(String(limit + over), String(limit)) } },
        });
        expect(found.outcome).toBe('prompt');
        expect(found.limitTokens).toBeUndefined();
        expect(found.requestedTokens).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  it('tell whether the prompt alone is too long, and whether the counting stopped', () => {
    fc.assert(
      fc.property(
        tokens,
        fc.integer({ min: 1, max: 200_000 }),
        fc.integer({ min: 1, max: 4_000_000 }),
        (limit, output, input) => {
          fc.pre(input + output > limit);
          const message = `This model's maximum context length is ${limit} tokens. However, you requested ${output} output tokens and your prompt contains ${input} input tokens, for a total of ${input + output} tokens.`;
          expect(classifyOverflow({ status: 400, body: { message } })).toMatchObject({
            outcome: input <= limit ? 'prompt_plus_output' : 'prompt',
            isLowerBound: input + output === limit + 1,
            limitTokens: limit,
            requestedTokens: input + output,
          });
        },
      ),
      { numRuns: 400 },
    );
  });

  it('that are codes, ports, ids or parts of names are never taken', () => {
    const noise = fc.integer({ min: 1_000, max: 99_999_999 });
    fc.assert(
      fc.property(
        noise,
        fc.constantFrom('prompt is too long', 'Input is too long for requested model.'),
        (number, text) => {
          const messages = [
            `${text} (${number})`,
            `[${number}] ${text}`,
            `pid=${number}: ${text}`,
            `${text} model-${number}b`,
            `${text} request id ${number}`,
          ];
          for (const message of messages) {
            const found = classifyOverflow({ status: 400, code: number, body: { error: { message, code: number } } });
            expect(found).toMatchObject({ outcome: 'prompt' });
            expect([found.limitTokens, found.requestedTokens, found.overByTokens]).toEqual([
              undefined,
              undefined,
              undefined,
            ]);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are never found in any text that says nothing, and nothing throws', () => {
    fc.assert(
      fc.property(
        fc.anything({ maxDepth: 4, withBigInt: true, withDate: true }),
        fc.integer({ min: 100, max: 599 }),
        (body, status) => {
          const found = classifyOverflow({ status, body, error: body, event: body, usage: body });
          expect(found.isOverflow).toBe(false);
          expect(found.limitTokens).toBeUndefined();
        },
      ),
      { numRuns: 500 },
    );
  });
});
