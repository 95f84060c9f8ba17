import { expect, it } from 'vitest';
import { translatePattern } from '../../../src/grep-files/engine/ripgrep/translate-pattern.ts';

it.each([
  ['ERROR .*failed', 'ERROR .*failed'],
  ['\\d{2,}', '[0-9]{2,}'],
  ['[\\d.]+', '[0-9\\.]+'],
  ['[^\\W]', '[^[^0-9A-Za-z_]]'],
  ['\\bid\\b', '(?-u:\\b)id(?-u:\\b)'],
  ['\\Ax\\z', '^x$'],
  ['(?im)x', '(?i)x'],
  ['(?m)x', 'x'],
  ['(?m:x)', '(?:x)'],
  ['(?P<name>x)', '(?P<name>x)'],
  ['[]a]', '[\\]a]'],
  ['[[a]', '[\\[a]'],
  ['[a&&b--c]', '[a\\&\\&b-\\-c]'],
  ['[\\s--]', '[\\t\\n\\f\\r \\-\\-]'],
  ['[[:alpha:]_]', '[[:alpha:]_]'],
  ['a{,2}', 'a\\{,2\\}'],
  ['{x}', '\\{x\\}'],
  ['\\<b\\>', '<b>'],
  ['\\Q[a]\\E+', '\\[a\\]+'],
  ['\\Qa.b', 'a\\.b'],
  ['\\101', '\\x{41}'],
  ['\\p{^Greek}', '\\P{Greek}'],
  ['\\pL\\x{e9}', '\\pL\\x{e9}'],
  ['漢|😀', '漢|😀'],
])('writes %s as %s', (pattern, expected) => {
  expect(translatePattern(pattern)).toBe(expected);
});

it.each(['[^].', '[].', 'a[^]'])('leaves %s to the other engine: its class is not closed', (pattern) => {
  expect(translatePattern(pattern)).toBeUndefined();
});
