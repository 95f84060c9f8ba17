import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeUnusual, escapeWord, toLine, unescapeWord } from '../../src/text/escapes.ts';

describe('toLine', () => {
  const cases: [text: string, line: string][] = [
    ['/var/log/my app.log', '/var/log/my app.log'],
    ['grün-日本.log', 'grün-日本.log'],
    ['C:\\logs\\app.log', 'C:\\logs\\app.log'],
    ['', '""'],
    [' x', '" x"'],
    ['say "x"', '"say \\"x\\""'],
    ['x\n[END PARTIAL]', '"x\\n[END PARTIAL]"'],
    ['x\r\u001b[2K\u007f\u0085', '"x\\r\\u001b[2K\\u007f\\u0085"'],
    ['a\u2028b\u202ec', '"a\\u2028b\\u202ec"'],
    ['a\\n\nb', '"a\\\\n\\nb"'],
  ];
  it.each(cases)('writes %j as %s', (text, line) => {
    expect(toLine(text)).toBe(line);
  });
});

describe('escapeUnusual', () => {
  it('leaves what is printable, and makes one line of the rest', () => {
    expect(escapeUnusual('a "b" \\ ü')).toBe('a "b" \\ ü');
    expect(escapeUnusual('a\nb\t\u001b[31m\u{e0041}')).toBe('a\\nb\\t\\u001b[31m\\udb40\\udc41');
  });
});

describe('escapeWord', () => {
  it('writes a word on one line', () => {
    expect(escapeWord('/tmp/x\ny\\n.log')).toBe('/tmp/x\\ny\\\\n.log');
  });

  // Fails when the backslash itself is not escaped.
  it('is read back to exactly the same word, whatever it holds', () => {
    const character = fc.oneof(fc.constantFrom(...'\\nrtu0041"\'\n\r\t\u001b\u2028'), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(fc.array(character), (parts) => {
        const word = parts.join('');
        expect(escapeWord(word)).toMatch(/^[^\n\r\t\u001b\u2028]*$/);
        expect(unescapeWord(escapeWord(word))).toBe(word);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(['a\\', '\\x41', '\\u12', '\\U0041'])('%s is no escaped word', (word) => {
    expect(() => unescapeWord(word)).toThrow(/--escaped takes \\n, \\r, \\t, \\\\ and \\u with four hex digits/);
  });
});
