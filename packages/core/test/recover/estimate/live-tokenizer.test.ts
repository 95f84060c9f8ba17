import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../src/recover/estimate/estimate-tokens.ts';
import { kinds } from './support/kinds.mjs';

const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

describe('estimates against o200k_base', () => {
  it.each(Object.entries(kinds))('%s: 0.9 to 1.3 times as many', (_, text) => {
    const ratio = estimateTokens(text) / countTokens(text, plain);
    expect(ratio).toBeGreaterThanOrEqual(0.9);
    expect(ratio).toBeLessThanOrEqual(1.3);
  });

  it.each([
    ['a space', ' '],
    ['a tab', '\t'],
    ['a line end', '\n'],
    ['CR LF', '\r\n'],
    ['a letter', 'a'],
    ['a capital', 'X'],
    ['two letters', 'ab'],
    ['a digit', '0'],
    ['a dot', '.'],
    ['a dash', '-'],
    ['an equals sign', '='],
    ['a word', 'the '],
    ['a long word', 'implementation '],
    ['a word in capitals', 'ERROR '],
    ['words without a space', 'test'],
    ['an array of nulls', 'null,'],
    ['a tag', '<br>'],
    ['an entity', '&nbsp;'],
    ['an escaped line end', '\\n'],
    ['an escaped NUL', '\\u0000'],
    ['a line of code', 'foo.bar(baz);\n'],
    ['two Chinese words', '你好世界'],
    ['a Chinese character', '好'],
    ['a letter with an accent', 'é'],
    ['a Cyrillic letter', 'ж'],
    ['an emoji', '😀'],
    ['a line of a box', '─'],
    ['a bar', '█'],
    ['an ellipsis', '…'],
    ['quotes', '“”'],
  ])('%s over and over: 0.9 to 2 times as many', (_, unit) => {
    const text = unit.repeat(Math.ceil(3_000 / unit.length));
    const ratio = estimateTokens(text) / countTokens(text, plain);
    expect(ratio).toBeGreaterThanOrEqual(0.9);
    expect(ratio).toBeLessThanOrEqual(2);
  });
});
