import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quote, quoteAll, quoteOnOneLine } from '../../src/shell/quote.ts';

/** What `sh` makes of a command line, one word per entry: `printf` ends each with NUL, which no word can hold. */
function wordsOf(commandLine: string): string[] {
  const text = execFileSync('sh', ['-c', `printf '%s\\0' ${commandLine}`], { encoding: 'utf8' });
  return text.split('\0').slice(0, -1);
}

describe('quote', () => {
  const cases: [word: string, quoted: string][] = [
    ['', "''"],
    ['plain', 'plain'],
    ['/usr/local/bin/spillway', '/usr/local/bin/spillway'],
    ['--count=3', '--count=3'],
    ['two words', "'two words'"],
    ["it's", "'it'\\''s'"],
    ['ERROR|payments', "'ERROR|payments'"],
    ['$&', "'$&'"],
    ['$(rm -rf .)', "'$(rm -rf .)'"],
    ['~', "'~'"],
    ['=ls', "'=ls'"],
    ['*', "'*'"],
    ['a\nb', "'a\nb'"],
  ];
  it.each(cases)('quotes %j as %j', (word, quoted) => {
    expect(quote(word)).toBe(quoted);
  });

  it('refuses NUL', () => {
    expect(() => quote('a\0b')).toThrow(TypeError);
  });

  // Fails when a quote inside a word is written as \' without ending and reopening the quotes.
  it('is parsed back by sh to exactly the same words, whatever they hold', () => {
    const character = fc.oneof(
      fc.constantFrom(...'\'"\\$`!*?[]{}()<>|&;#~=%\n\t \r-'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    );
    const word = fc.array(character, { maxLength: 12 }).map((parts) => parts.join('').replaceAll('\0', ''));
    fc.assert(
      fc.property(fc.array(word, { minLength: 20, maxLength: 60 }), (words) => {
        expect(wordsOf(quoteAll(words))).toEqual(words);
      }),
      { numRuns: 100 },
    );
  });
});

describe('quoteOnOneLine', () => {
  const cases: [word: string, quoted: string][] = [
    ['/opt/my tools/node', "'/opt/my tools/node'"],
    ["a\n'b' 50%\\\u001b/cli.mjs", `"$(printf 'a\\012\\047b\\047 50\\045\\134\\033/cli.mjs')"`],
    ['\u2028/node', `"$(printf '\\342\\200\\250/node')"`],
  ];
  it.each(cases)('quotes %j as %s, which sh reads back', (word, quoted) => {
    expect(quoteOnOneLine(word)).toBe(quoted);
    expect(wordsOf(quoted)).toEqual([word]);
  });
});
