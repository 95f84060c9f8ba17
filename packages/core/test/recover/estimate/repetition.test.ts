import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../src/recover/estimate/estimate-tokens.ts';
import { vocabulary } from './support/vocabulary.ts';

const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

describe('a token over and over', () => {
  // Units of a token or two each, and what 2,000 of them come to in o200k_base.
  it.each([
    [' internationalization', 4_000],
    [' responsibilities', 2_000],
    ['_LANGUAGE', 2_000],
    [' STDMETHODCALLTYPE', 2_000],
    ["Couldn't", 2_000],
    ["'utilisateur", 2_000],
    ['Johnny', 2_000],
    ['abcdefghijklmnopqrstuvwxyz', 2_000],
    ['default', 2_000],
    [' аҳәынҭқарратә', 2_000],
    [' հնարավորություն', 2_000],
    [' მნიშვნელოვანია', 2_000],
    [' περισσότερο', 2_000],
    [' प्रधानमन्त्री', 2_000],
    [' தெரிவித்துள்ளார்', 2_000],
    ['เปิดอภิปรายทั่วไป', 2_000],
    [' 微信公众号天天中彩票', 2_000],
    ['ありがとうございました', 2_000],
    ['ﾜｯﾁｮｲ', 2_000],
    ['人人', 2_000],
    ['□□□□□□□□', 1_000],
    ['ـــــــ', 1_701],
    ['};\n\n/', 2_000],
    ['।\n\n', 2_000],
  ])('%j: at least 0.9 and at most 2 times as many', (unit, tokens) => {
    const ratio = estimateTokens(unit.repeat(2_000)) / tokens;
    expect(ratio).toBeGreaterThanOrEqual(0.9);
    expect(ratio).toBeLessThanOrEqual(2);
  });

  it.each([' ', '\n'])('every 29th of the vocabulary, joined by %j: at most 2 times as many', (between) => {
    const over = vocabulary
      .filter((_, index) => index % 29 === 0)
      .map((token) => (token + between).repeat(60))
      .filter((text) => estimateTokens(text) / countTokens(text, plain) > 2);
    expect(over).toEqual([]);
  });
});

describe('what repeats itself and is no token', () => {
  it.each([
    ['letters without a word', 'qxzvkjwpfg'],
    ['a key', 'aZ3kQ9xB7mWp'],
    ['rare Chinese characters', '龘靐齉'],
    ['private use', '\ue123\uf456'],
  ])('%s: at least 0.9 times as many', (_, unit) => {
    const text = unit.repeat(300);
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(
      countTokens(text.slice(0, 900), plain) * (text.length / 900) * 0.9,
    );
  });

  // What 1,200 characters of it come to in o200k_base. Priced as a word over and over they were at 0.27 and 0.42.
  it.each([
    ['эюгжцгцсрщтфъщфч', 1_126, 0.55],
    ['zhesifccryesecng', 600, 0.8],
    ['qzjxkvwpfhqzbdtm', 750, 0.9],
  ])('%s: %i tokens, of which at least a share of %f', (unit, tokens, share) => {
    const text = unit.repeat(75);
    expect(countTokens(text, plain)).toBe(tokens);
    expect(estimateTokens(text) / tokens).toBeGreaterThanOrEqual(share);
  });
});
