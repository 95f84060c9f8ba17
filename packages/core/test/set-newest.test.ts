import { expect, it } from 'vitest';
import { setNewest } from '../src/set-newest.ts';

it.each<[string, readonly string[], readonly [string, number][]]>([
  [
    'holds what was put',
    ['a', 'b'],
    [
      ['a', 0],
      ['b', 1],
    ],
  ],
  [
    'drops the first past three',
    ['a', 'b', 'c', 'd'],
    [
      ['b', 1],
      ['c', 2],
      ['d', 3],
    ],
  ],
  [
    'keeps what was put again, with its new value',
    ['a', 'b', 'c', 'a', 'd'],
    [
      ['c', 2],
      ['a', 3],
      ['d', 4],
    ],
  ],
])('%s', (_, keys, entries) => {
  const map = new Map<string, number>();
  for (const [at, key] of keys.entries()) setNewest(map, key, at, 3);
  expect([...map]).toEqual(entries);
});

it('drops a key that is undefined, too', () => {
  const map = new Map<string | undefined, number>();
  for (const [at, key] of [undefined, 'a', 'b'].entries()) setNewest(map, key, at, 2);
  expect([...map.keys()]).toEqual(['a', 'b']);
});
