import { describe, expect, it } from 'vitest';
import { createMatcher } from '../../../src/read/grep/create-matcher.ts';
import { createLiteralMatcher } from '../../../src/read/grep/literal-matcher.ts';
import { matchesIn } from '../../../src/read/grep/match-text.ts';
import type { LineMatcher } from '../../../src/read/grep/matcher.ts';
import { parseAlternatives } from '../../../src/read/grep/pattern-syntax.ts';
import { createRe2Matcher } from '../../../src/read/grep/re2-matcher.ts';

type Make = (literals: readonly string[], ignoreCase: boolean) => LineMatcher;

const quote = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Every way in which a choice of literals can be searched for. */
const makers: Readonly<Record<string, Make>> = {
  'literal matcher': (literals, ignoreCase) => createLiteralMatcher(literals, { ignoreCase, asBytes: false }),
  'RE2 matcher': (literals, ignoreCase) => createRe2Matcher(literals.map(quote).join('|'), { ignoreCase }),
  'chosen matcher': (literals, ignoreCase) =>
    createMatcher({ pattern: literals.map(quote).join('|'), ignoreCase }, 'utf-8'),
};

/** Literals, ignoring case, text, and where the matches are. */
const rows: readonly [string, readonly string[], boolean, string, readonly string[]][] = [
  ['a literal', ['ERROR'], false, 'an ERROR, an error, ERRORERROR', ['3-8', '20-25', '25-30']],
  ['a literal in any case', ['error'], true, 'ERROR Error eRRoR', ['0-5', '6-11', '12-17']],
  ['the first alternative that fits', ['a', 'ab'], false, 'ab', ['0-1']],
  ['the longer alternative where it comes first', ['ab', 'a'], false, 'aba', ['0-2', '2-3']],
  ['matches that do not overlap', ['aa'], false, 'aaaaa', ['0-2', '2-4']],
  ['characters that mean something elsewhere', ['a.b', '[x]', '$1'], false, 'aXb a.b [x] $1', ['4-7', '8-11', '12-14']],
  ['characters beyond the first plane', ['😀'], false, 'x😀😀', ['1-3', '3-5']],
  ['case of letters beyond ASCII', ['straße', 'é'], true, 'STRASSE STRAßE É', ['8-14', '15-16']],
  ['letters that fold to each other', ['k', 's'], true, '\u212a \u017f', ['0-1', '2-3']],
  ['nothing', ['zzz'], false, 'zz z', []],
  ['nothing in an empty text', ['a'], true, '', []],
];

describe.each(Object.entries(makers))('%s', (_, make) => {
  it.each(rows)('finds %s', (_name, literals, ignoreCase, text, expected) => {
    const matcher = make(literals, ignoreCase);
    expect([...matchesIn(matcher, text, 0)].map(({ start, end }) => `${start}-${end}`)).toEqual(expected);
  });

  it('goes on from any place, and knows its longest match', () => {
    const matcher = make(['ab', 'abcd'], false);
    expect(matcher.find('ab abcd ab', 1)).toEqual({ start: 3, end: 5 });
    expect(matcher.find('ab abcd ab', 9)).toBeUndefined();
    expect(matcher.maxMatchLength).toBeGreaterThanOrEqual(4);
    expect(matcher.maxMatchLength).toBeLessThanOrEqual(8);
  });
});

describe('RE2 matcher', () => {
  it.each([
    ['^a', 'aa', ['0-1']],
    ['a$', 'aa', ['1-2']],
    ['\\bb', 'ab b', ['3-4']],
    ['x*', 'axx', ['0-0', '1-3', '3-3']],
    ['.', 'a😀', ['0-1', '1-3']],
    ['(?i)É+', 'éÉ', ['0-2']],
    ['\\p{Greek}+', 'aβγ', ['1-3']],
    ['a|b|', 'xa', ['0-0', '1-2', '2-2']],
    ['\\u00e9', 'é', ['0-1']],
  ])('finds %s', (pattern, text, expected) => {
    const matcher = createRe2Matcher(pattern, { ignoreCase: false });
    expect([...matchesIn(matcher, text, 0)].map(({ start, end }) => `${start}-${end}`)).toEqual(expected);
  });

  it('does not take what lies before its start for the start of the text', () => {
    const matcher = createRe2Matcher('^a|\\bb', { ignoreCase: false });
    expect(matcher.find('xab', 1)).toBeUndefined();
    expect(matcher.find('x b', 2)).toEqual({ start: 2, end: 3 });
  });

  it('bounds the length of matches that have no loop', () => {
    expect(createRe2Matcher('status=5\\d\\d', { ignoreCase: false }).maxMatchLength).toBeLessThan(30);
    expect(createRe2Matcher('a(b|cde)?[f-h]{2,3}', { ignoreCase: false }).maxMatchLength).toBe(14);
    expect(createRe2Matcher('a+b', { ignoreCase: false }).maxMatchLength).toBe(Number.POSITIVE_INFINITY);
    expect(createRe2Matcher('(ab)*', { ignoreCase: false }).maxMatchLength).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([
    ['a*', true],
    ['x|', true],
    ['\\b', true],
    ['^$', true],
    ['(a?b?)+', true],
    ['a*b', false],
    ['(a|b)c?', false],
    ['[^a]', false],
    ['\\bx', false],
  ])('tell whether %s may match nothing', (pattern, mayBeEmpty) => {
    expect(createRe2Matcher(pattern, { ignoreCase: false }).mayBeEmpty).toBe(mayBeEmpty);
  });
});

describe('patterns that cannot be searched for', () => {
  const refusal = (pattern: string, literal = false): { code: string; text: string } => {
    try {
      createMatcher({ pattern, literal }, 'utf-8');
    } catch (error) {
      return { code: (error as { code: string }).code, text: (error as { toModelText(): string }).toModelText() };
    }
    return { code: 'accepted', text: '' };
  };

  it.each([
    ['foo(?=bar)', 'look-ahead and look-behind are not supported', 'contextLines'],
    ['(?<!a)b', 'look-ahead and look-behind are not supported', '"literal": true'],
    ['(a)\\1', 'backreferences are not supported', 'Write the repeated text out'],
    ['a++', 'atomic groups and possessive repeats are not supported', 'plain groups'],
    ['(', 'missing closing )', '"literal": true'],
    ['a{1001}', 'invalid repeat count', '"literal": true'],
    ['(x{1,1000}){6}', 'invalid repeat count', '"literal": true'],
    ['x{1000}'.repeat(6), 'too large', 'smaller repeat counts'],
    ['a\\nb', 'line break', 'one line'],
    ['a\nb', 'line break', 'one line'],
    ['', 'empty', 'Say what to search for'],
    ['x'.repeat(1001), '1001 characters, at most 1000', 'shorter'],
    ['\ud800', 'half a character', 'again'],
  ])('refuses %j and says what to do', (pattern, what, next) => {
    const { code, text } = refusal(pattern);
    expect(code).toBe('pattern-invalid');
    expect(text).toContain(what);
    expect(text).toContain(next);
  });

  it.each([['[^\\n]*x'], ['[\\n]'], ['a\\\\nb'], ['[]\\n]']])(
    'takes %j, which only excludes or allows a line break',
    (pattern) => {
      expect(refusal(pattern).code).toBe('accepted');
    },
  );

  it('takes anything of one line as a literal', () => {
    expect(refusal('foo(?=bar)\\1 (', true).code).toBe('accepted');
    expect(refusal('a\nb', true).text).toContain('line break');
  });
});

describe('choices of literals', () => {
  it.each([
    ['ERROR|payments', ['ERROR', 'payments']],
    ['a\\.b|c\\|d', ['a.b', 'c|d']],
    ['a|', undefined],
    ['a.b', undefined],
    ['\\d', undefined],
    ['a\\', undefined],
    ['[a]', undefined],
  ])('reads %s', (pattern, expected) => {
    expect(parseAlternatives(pattern)).toEqual(expected);
  });
});
