import { expect, it } from 'vitest';
import { formatBytes, formatCount, plural } from '../../src/bytes/count-words.ts';

it.each([
  [1, 'line', '1 line'],
  [20_000, 'line', '20,000 lines'],
  [0, 'match', '0 matches'],
  [2, 'prefix', '2 prefixes'],
  [1, 'entry', '1 entry'],
  [3, 'entry', '3 entries'],
  [2, 'directory', '2 directories'],
  [2, 'day', '2 days'],
])('%d %s is written as %s', (count, noun, text) => {
  expect(plural(count, noun)).toBe(text);
});

it('counts have separators of thousands', () => {
  expect(formatCount(1_537_171)).toBe('1,537,171');
  expect(formatBytes(999)).toBe('999 B');
});
