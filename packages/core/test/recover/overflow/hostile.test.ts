import { describe, expect, it } from 'vitest';
import { classifyOverflow } from '../../../src/recover/overflow/classify-overflow.ts';
import { genericWordings } from '../../../src/recover/overflow/rules/generic.ts';
import { lookAlikes } from '../../../src/recover/overflow/rules/look-alikes.ts';
import { refusalWordings } from '../../../src/recover/overflow/rules/refusals.ts';
import { accountWordings, trafficWordings } from '../../../src/recover/overflow/rules/traffic.ts';
import { plainText } from '../../../src/recover/overflow/text/plain-text.ts';
import { overflowWordings } from '../../../src/recover/overflow/wordings/wordings.ts';

/** What makes patterns look again and again. */
const seeds = [
  'maximum context length is 1 ',
  'prompt 1 tokens ',
  'input plus output ',
  'context window ',
  'tokens 1,234,',
  'limit 1 requested ',
  'max_tokens ',
  'messages 1 is over 1 max ',
  '[',
  '{"a":',
  '{"error":',
  "input '",
  'tool result "\\',
  '\\',
  '"',
  '<a',
  '上下文',
  '超过',
  ' ',
  'retry in ',
  '12 ',
];
const repeat = (seed: string, length: number): string => seed.repeat(Math.ceil(length / seed.length)).slice(0, length);

describe('texts made to be slow', () => {
  it.each(seeds)('1 MB of %j is answered', { timeout: 20_000 }, (seed) => {
    const text = repeat(seed, 1_000_000);
    for (const body of [text, { error: { message: text } }, { errors: Array(50).fill({ message: text }) }])
      expect(classifyOverflow({ status: 400, body }).isRetryable).toBe(false);
  });

  it('are looked at in part, from both ends', () => {
    const sentence = 'prompt is too long: 210000 tokens > 200000 maximum';
    const filler = repeat('lorem ipsum ', 1_000_000);
    const at = (message: string) => classifyOverflow({ status: 400, body: { error: { message } } }).limitTokens;
    expect(at(`${sentence}. ${filler}`)).toBe(200_000);
    expect(at(`${filler}. ${sentence}`)).toBe(200_000);
    expect(at(`${filler}. ${sentence}. ${filler}`)).toBeUndefined();
    expect(plainText(filler).length).toBeLessThanOrEqual(32_769);
  });

  it('have only bounded gaps in the patterns', () => {
    const tables = [overflowWordings, genericWordings, lookAlikes, refusalWordings, accountWordings, trafficWordings];
    const patterns = tables.flat().map(({ pattern }) => pattern.source);
    expect(patterns.length).toBeGreaterThan(200);
    // A gap without a bound, or a repeated group with a repetition in it.
    const unbounded = /(?:\.|\[\^[^\]]+\]|\\[wW])[*+]|\((?:\?:)?[^()]*[*+][^()]*\)[*+]/;
    expect(['a.*b', '[^.]+x', '(?:a+)+', '\\w+'].every((source) => unbounded.test(source))).toBe(true);
    expect(patterns.filter((source) => unbounded.test(source))).toEqual([]);
  });

  it('of any depth do not throw', () => {
    const nested = (depth: number): string => `${'{"error":'.repeat(depth)}"x"${'}'.repeat(depth)}`;
    for (const body of [nested(10), nested(5_000), '['.repeat(100_000), `${'"'.repeat(99_999)}\\`])
      expect(classifyOverflow({ status: 400, body }).isOverflow).toBe(false);
    const circle: Record<string, unknown> = { message: 'x' };
    circle.error = circle;
    expect(classifyOverflow({ status: 400, body: circle }).outcome).toBe('none');
  });
});
