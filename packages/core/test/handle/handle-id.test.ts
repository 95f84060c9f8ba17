import { describe, expect, it } from 'vitest';
import { decodeBase32, encodeBase32 } from '../../src/handle/crockford.ts';
import { deriveHandleIds, parseHandleId, suggestHandleId } from '../../src/handle/handle-id.ts';
import { isWithinOneEdit } from '../../src/handle/one-edit.ts';
import { rejectsWith } from '../../src/testing/harness.ts';

const key = Uint8Array.from({ length: 32 }, (_, at) => at);
const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

describe('deriveHandleIds', () => {
  it('is the keyed hash of scope, NUL and hash of the content', () => {
    const ids = [...deriveHandleIds({ key, scope: 'a', sha256 })];
    // Computed once with hmac and base64 of Python, in Crockford's alphabet.
    expect(ids[0]).toBe('r_pz5t044h');
    expect(ids[43]).toBe('r_pz5t044hp26jpwzdnaadgh3fcs3zctpjvvzss7pgvhgd2136qma');
    expect(ids).toHaveLength(44);
  });

  it('gives another id for another key, scope, content or qualifier', () => {
    const first = (options: object): string =>
      deriveHandleIds({ key, scope: 'a', sha256, ...options }).next().value ?? '';
    const ids = [
      first({}),
      first({ key: new Uint8Array(32) }),
      first({ scope: 'b' }),
      first({ sha256: sha256.replace('e3', 'e4') }),
      first({ qualifier: '62;7-57;' }),
    ];
    expect(new Set(ids).size).toBe(5);
  });

  it('makes an id longer without changing its start', () => {
    const ids = [...deriveHandleIds({ key, scope: 'a', sha256 })];
    ids.forEach((id, at) => {
      expect(id).toHaveLength(10 + at);
      expect(ids.at(-1)?.startsWith(id)).toBe(true);
    });
  });
});

describe('parseHandleId', () => {
  it.each([
    ['r_k7m2q9xd', 'r_k7m2q9xd'],
    ['R_K7M2Q9XD', 'r_k7m2q9xd'],
    [' r_k7m2q9xd\n', 'r_k7m2q9xd'],
    ['spillway://r_k7m2q9xd', 'r_k7m2q9xd'],
    ['SPILLWAY://R_K7M2Q9XD', 'r_k7m2q9xd'],
    ['r_oil0OIL1', 'r_01100111'],
    [`r_${'a'.repeat(51)}`, `r_${'a'.repeat(51)}`],
  ])('reads %j as %s', (text, id) => {
    expect(parseHandleId(text)).toBe(id);
  });

  it.each([
    '',
    'r_',
    'r_k7m2q9x',
    'k7m2q9xd',
    'r-k7m2q9xd',
    'r_k7m2q9xu',
    'r_k7m2-q9xd',
    'spillway://',
    'https://r_k7m2q9xd',
    'r_k7m2q9xd r_k7m2q9xd',
    `r_${'a'.repeat(52)}`,
    '__proto__',
    '<handle>',
  ])('refuses %j', async (text) => {
    const error = await rejectsWith((async () => parseHandleId(text))(), 'handle-malformed');
    expect(error.toModelText()).toBe(
      'That is not a handle. A handle is r_ and 8 or more letters and digits. Copy it from the notice that named it.',
    );
  });

  it('reads a URI', () => {
    expect(parseHandleId('spillway://r_k7m2q9xd')).toBe('r_k7m2q9xd');
  });
});

describe('suggestHandleId', () => {
  const ids = ['r_aaaaaaaa', 'r_k7m2q9xd', 'r_zzzzzzzzz'];

  it.each([
    ['r_k7m2q9xe', 'r_k7m2q9xd'],
    ['r_k7m2q9x', 'r_k7m2q9xd'],
    ['r_k7m22q9xd', 'r_k7m2q9xd'],
    ['r_7km2q9xd', 'r_k7m2q9xd'],
    ['k7m2q9xd', undefined],
    ['rk7m2q9xd', 'r_k7m2q9xd'],
    ['SPILLWAY://R_K7M2Q9XE', 'r_k7m2q9xd'],
    ['r_k7m2q9ee', undefined],
    ['r_k7m2q9xd', undefined],
    ['r_zzzzzzzz', 'r_zzzzzzzzz'],
    ['', undefined],
    ['x'.repeat(100_000), undefined],
  ])('for %j suggests %s', (text, expected) => {
    expect(suggestHandleId(text, ids)).toBe(expected);
  });
});

describe('isWithinOneEdit', () => {
  it.each([
    ['', '', true],
    ['', 'a', true],
    ['ab', 'ba', true],
    ['abc', 'abc', true],
    ['abc', 'acb', true],
    ['abc', 'bca', false],
    ['abcd', 'badc', false],
    ['abc', 'abcde', false],
    ['aab', 'ab', true],
    ['kitten', 'sitten', true],
    ['kitten', 'sittin', false],
  ])('%j and %j: %s', (a, b, expected) => {
    expect(isWithinOneEdit(a, b)).toBe(expected);
    expect(isWithinOneEdit(b, a)).toBe(expected);
  });
});

describe('base 32', () => {
  it.each([
    [[], ''],
    [[0], '00'],
    [[255], 'zw'],
    [[0x12, 0x34, 0x56, 0x78, 0x9a], '28t5cy4t'],
  ])('writes %j as %j', (bytes, text) => {
    expect(encodeBase32(Uint8Array.from(bytes))).toBe(text);
    expect(decodeBase32(text)).toEqual(Uint8Array.from(bytes));
  });

  it.each(['0', '000', '01', 'zz', '0u', 'ZW', '0 ', '000000000'])('reads nothing from %j', (text) => {
    expect(decodeBase32(text)).toBeUndefined();
  });
});
