import { expect, it } from 'vitest';
import { fitKnown } from '../../../src/recover/retry/fit-known.ts';
import { weightOf } from './support/weight.ts';

it.each([
  ['nothing is known', { outputTokens: 9_000 }, undefined],
  ['it fits the window', { windowTokens: 20_000, outputTokens: 9_000 }, undefined],
  ['it fits to the last token', { windowTokens: 10_000 }, undefined],
  ['it fits by what the model counts', { windowTokens: 10_000, scale: 0.5 }, undefined],
  ['it fits what was learned', { sumTokens: 20_000, outputTokens: 9_000 }, undefined],
  ['the prompt alone is over what was learned', { sumTokens: 9_000, outputTokens: 2_000 }, undefined],
  [
    'only the output is over the window',
    { windowTokens: 20_000, outputTokens: 12_000 },
    { kind: 'change', output: { tokens: 8_800 }, waits: false },
  ],
  [
    'the prompt may just fit the window: the least that is useful',
    { windowTokens: 11_500, outputTokens: 12_000 },
    { kind: 'change', output: { tokens: 512 }, waits: false },
  ],
  ['the prompt may just fit what was learned', { sumTokens: 11_500, outputTokens: 2_000 }, undefined],
  [
    'only the output is over what was learned',
    { sumTokens: 20_000, outputTokens: 12_000 },
    { kind: 'change', output: { tokens: 8_800 }, waits: false },
  ],
  [
    'the output is more than the model writes',
    { maxOutputTokens: 4_096, outputTokens: 12_000 },
    { kind: 'change', output: { tokens: 4_096 }, waits: false },
  ],
  [
    'the prompt is over the window',
    { windowTokens: 8_000 },
    { kind: 'change', excess: { unit: 'tokens', must: 2_000, want: 4_000 }, waits: false },
  ],
  [
    'the prompt leaves no room for an answer',
    { windowTokens: 10_300, outputTokens: 2_000 },
    {
      kind: 'change',
      excess: { unit: 'tokens', must: 200, want: 4_275 },
      output: { windowTokens: 10_300, promptTokens: 10_000, isMeasured: false },
      waits: false,
    },
  ],
] as const)('of 10,000 tokens: %s', (_, known, change) => {
  expect(fitKnown({ weight: weightOf(10_000), scale: 1, ...known })).toEqual(change);
});
