import { countTokens, decode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../src/recover/estimate/estimate-tokens.ts';
import { isKnownToken, maxKnownUnits } from '../../../src/recover/estimate/known-tokens.ts';
import { maxUnknownCost } from '../../../src/recover/estimate/repetition.ts';
import { TokenScan } from '../../../src/recover/estimate/token-scan.ts';

const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
const isKnown = (text: string): boolean => isKnownToken(text, 0, text.length);
/** The tokens of o200k_base that are text, by their ranks. */
const vocabulary = Array.from({ length: 199_998 }, (_, rank) => decode([rank])).filter(
  (text) => !text.includes('\ufffd'),
);

describe('the recorded set of tokens', () => {
  it('holds every token of the vocabulary that would count twice by its characters', () => {
    const isDear = (text: string): boolean => new TokenScan(() => false).write(text).tokens > maxUnknownCost;
    const missing = vocabulary.filter((text) => text.length <= maxKnownUnits && isDear(text) && !isKnown(text));
    expect(missing).toEqual([]);
  });

  it('holds about one in 2,000 of what is no token', () => {
    const others = Array.from({ length: 20_000 }, (_, number) => `no token ${number}`);
    expect(others.filter(isKnown).length).toBeLessThan(40);
  });
});

/** Units that are a token or two each, and what 2,000 of them come to in o200k_base. */
describe('a token over and over', () => {
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

describe('what repeats itself and is not known counts high', () => {
  it.each([
    ['letters without a word', 'qxzvkjwpfg'],
    ['a key', 'aZ3kQ9xB7mWp'],
    ['rare Chinese characters', '龘靐齉'],
    ['private use', '\ue123\uf456'],
  ])('%s', (_, unit) => {
    const text = unit.repeat(300);
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(
      countTokens(text.slice(0, 900), plain) * (text.length / 900) * 0.9,
    );
  });
});
