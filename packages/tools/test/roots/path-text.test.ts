import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNameToken } from '../../src/roots/name-token.ts';
import { formatPathPart, parsePathText, splitBytes } from '../../src/roots/path-text.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('a name', () => {
  it.each([
    ['plain', 'app.log', 'app.log'],
    ['with spaces inside', 'a b.log', 'a b.log'],
    ['with a line feed', 'a\nb', '"a\\nb"'],
    ['with escape codes', '\u001b[31mred', '"\\x1b[31mred"'],
    ['with a tab', 'a\tb', '"a\\tb"'],
    ['with quotes', 'say "hi"', '"say \\"hi\\""'],
    ['with a backslash', 'a\\b', '"a\\\\b"'],
    ['with a byte that is no UTF-8', '\xfe', '"\\xfe"'],
    ['with a cut character', 'a\xc3', '"a\\xc3"'],
    ['with a leading dash', '-rf', '-rf'],
    ['with a space at its end', 'a ', '"a "'],
    ['with a space at its start', ' a', '" a"'],
    ['with DEL', 'a\x7f', '"a\\x7f"'],
  ])('%s is shown on one line', (_, name, shown) => {
    expect(formatPathPart(bytes(name))).toBe(shown);
  });

  it('is shown in its own script, and what cannot be seen as bytes', () => {
    expect(formatPathPart(Buffer.from('größe-日本.log'))).toBe('größe-日本.log');
    expect(formatPathPart(Buffer.from('a\u202eb'))).toBe('"a\\xe2\\x80\\xaeb"');
    expect(formatPathPart(Buffer.from('a\u2028b'))).toBe('"a\\xe2\\x80\\xa8b"');
    expect(formatPathPart(Buffer.from('a · b'))).toBe('"a \\xc2\\xb7 b"');
  });

  it('that looks like a token is shown in quotes, so that it is no token', () => {
    const token = formatNameToken(Buffer.from('x'));
    expect(token).toMatch(/^n_[0-9a-z]{16}$/);
    expect(formatPathPart(Buffer.from(token))).toBe(`"${token}"`);
  });

  const name = fc
    .oneof(
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map((text) => new Uint8Array(Buffer.from(text))),
      fc
        .string({ unit: fc.constantFrom('"', '\\', 'x', 'n', '0', ' ', '\n', '·', '/', 'é'), minLength: 1 })
        .map((text) => new Uint8Array(Buffer.from(text))),
    )
    .map((given) => Buffer.from(given.filter((byte) => byte !== 0x2f && byte !== 0)))
    .filter(({ length }) => length > 0);

  // Fails when a byte of an ill-formed character is written as it is, or `\x1` is written for `\x01`.
  it('is read back as the same bytes, in any path', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), fc.boolean(), (names, isAbsolute) => {
        const shown = `${isAbsolute ? '/' : ''}${names.map(formatPathPart).join('/')}`;
        expect(shown).toMatch(/^[^\p{C}\u2028\u2029]*$/u);
        const parsed = parsePathText(shown);
        expect(parsed.isAbsolute).toBe(isAbsolute);
        expect(parsed.parts.slice(isAbsolute ? 1 : 0).map((part) => part.bytes)).toEqual(names);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a path as somebody wrote it', () => {
  const partsOf = (text: string): string[] => parsePathText(text).parts.map((part) => part.bytes.toString('latin1'));

  it.each([
    ['octal escapes, as git writes them', '"\\303\\251.txt"', ['\xc3\xa9.txt']],
    ['escapes of JSON', '"\\u00e9\\/x"', ['\xc3\xa9', 'x']],
    ['all of it in quotes', '"logs/a\\nb"', ['logs', 'a\nb']],
    ['a quotation that does not end', '"logs/a', ['"logs', 'a']],
    ['an escape that there is not', '"a\\qb"', ['"a\\qb"']],
    ['text behind a quotation', '"a"b/c', ['"a"b', 'c']],
    ['nothing', '', ['']],
    ['an absolute path in quotes', '"/srv/logs"', ['', 'srv', 'logs']],
  ])('has %s', (_, text, parts) => {
    expect(partsOf(text)).toEqual(parts);
  });

  it('of any text is taken apart without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', '\\', '/', 'x', '7', 'u', 'a', '\n', '\ud800') }), (text) => {
        expect(parsePathText(text).parts.length).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is split at every slash', () => {
    expect(splitBytes(Buffer.from('/a//b')).map(String)).toEqual(['', 'a', '', 'b']);
  });
});
