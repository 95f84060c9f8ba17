import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../src/recover/estimate/estimate-tokens.ts';
import { recorded } from './support/recorded.mjs';

describe('texts whose tokens were counted once', () => {
  it('are of many kinds, each with its count', () => {
    expect(recorded.length).toBeGreaterThan(30);
    expect(recorded.filter(({ o200k, cl100k }) => !(o200k > 0 && cl100k > 0))).toEqual([]);
  });

  it.each(recorded)('BC-128 $kind: at least 0.9 and at most 1.3 times the tokens of o200k_base', ({ text, o200k }) => {
    const ratio = estimateTokens(text) / o200k;
    expect(ratio).toBeGreaterThanOrEqual(0.9);
    expect(ratio).toBeLessThanOrEqual(1.3);
  });

  const ascii = recorded.filter(({ text }) => !/[\u0250-\uffff]{4}/.test(text) && !/[À-ɏ]/.test(text));
  it.each(ascii)('$kind: at least 0.8 and at most 1.4 times the tokens of cl100k_base', ({ text, cl100k }) => {
    const ratio = estimateTokens(text) / cl100k;
    expect(ratio).toBeGreaterThanOrEqual(0.8);
    expect(ratio).toBeLessThanOrEqual(1.4);
  });
});

describe('what an estimate is made from', () => {
  it.each([
    ['nothing', '', 0],
    ['no bytes', new Uint8Array(0), 0],
    ['a letter', 'a', 2],
    ['half of a pair', '\ud83d', 3],
    ['two halves in the wrong order', '\ude00\ud83d', 4],
    ['a byte that is no UTF-8', Uint8Array.of(0xff), 2],
    ['a character that ends too early', Uint8Array.of(0xe6, 0xbc), 2],
  ])('%s', (_, text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it.each(recorded)('$kind: the bytes of a text count as the text', ({ text }) => {
    expect(estimateTokens(new TextEncoder().encode(text))).toBe(estimateTokens(text));
  });

  it('is the same for bytes in a larger buffer, across the parts in which they are decoded', () => {
    const text = '漢字とemoji 🚀 '.repeat(20_000);
    const bytes = new TextEncoder().encode(`x${text}x`);
    expect(estimateTokens(bytes.subarray(1, -1))).toBe(estimateTokens(text));
  });

  it.each([undefined, null, 42, {}, [1, 2]])('%s is refused, and never counts as nothing', (value) => {
    expect(() => estimateTokens(value as never)).toThrow(TypeError);
  });
});

/** What no corpus holds; nobody's tokenizer makes a token of more, and few make one of a byte. */
describe('content of no known kind counts high', () => {
  it.each([
    ['unassigned code points', '\u{e0fff}'.repeat(100), 350],
    ['private use', '\ue123\uf456'.repeat(100), 500],
    ['a script without a token of its own', 'ꦲꦏ꧀ꦱꦫ'.repeat(40), 500],
    ['control characters', '\u0001\u0002\u0003'.repeat(100), 300],
    ['rare Chinese characters', '龘靐齉爩鱻麤'.repeat(30), 350],
    ['letters without a word', 'qxzvkjwpfg'.repeat(30), 150],
  ])('%s', (_, text, least) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(least);
    expect(estimateTokens(text)).toBeLessThanOrEqual(new TextEncoder().encode(text).length * 1.3);
  });
});
