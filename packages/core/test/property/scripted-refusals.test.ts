import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Limits } from '../../src/testing/providers/gate.ts';
import { startScriptedProvider } from '../../src/testing/providers/scripted-provider.ts';
import { apiCases, ask } from '../testing/providers/support/bodies.ts';

/** Where a body states that the input, or the sum, exceeds the limit. */
const statedNumbers: readonly (readonly [RegExp, (a: number, b: number, c: number) => boolean])[] = [
  [
    /maximum context length is (\d+) tokens\. However, your messages resulted in (\d+) tokens/,
    (limit, input) => input > limit,
  ],
  [
    /requested (\d+) tokens \((\d+) in the messages, (\d+) in the completion\)/,
    (total, input, output) => total === input + output,
  ],
  [/prompt is too long: (\d+) tokens > (\d+) maximum/, (input, limit) => input > limit],
  [/context limit: (\d+) \+ (\d+) > (\d+)/, (input, output, limit) => input + output > limit],
  [
    /input token count \((\d+)\) exceeds the maximum number of tokens allowed \((\d+)\)/,
    (input, limit) => input > limit,
  ],
];

it('states numbers that agree with each other, whatever the sizes', async () => {
  let found = 0;
  const script = (): { text: string } => ({ text: 'answered' });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...apiCases),
      fc.integer({ min: 0, max: 600 }),
      fc.record({
        maxRequestBytes: fc.option(fc.integer({ min: 1, max: 700 }), { nil: undefined }),
        windowTokens: fc.integer({ min: 1, max: 400 }),
        bytesPerToken: fc.double({ min: 0.5, max: 6, noNaN: true }),
      }),
      async (row, length, { maxRequestBytes, ...rest }) => {
        const limits: Limits = { ...rest, ...(maxRequestBytes !== undefined && { maxRequestBytes }) };
        await using provider = await startScriptedProvider({ script, ...limits });
        const text = await (await ask(provider.url, row.api, 'x'.repeat(length))).text();
        for (const [pattern, agrees] of statedNumbers) {
          const [, a, b, c] = pattern.exec(text) ?? [];
          if (a === undefined) continue;
          found += 1;
          expect(agrees(Number(a), Number(b), Number(c)), text).toBe(true);
        }
      },
    ),
    { numRuns: 100 },
  );
  expect(found).toBeGreaterThan(50);
});
