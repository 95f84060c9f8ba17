import { expect, it } from 'vitest';
import { orBytes } from '../../../src/recover/estimate/or-bytes.ts';

const failures: [string, () => number][] = [
  [
    'throws',
    () => {
      throw new RangeError('no memory');
    },
  ],
  ['is zero', () => 0],
  ['is below zero', () => -3],
  ['is no number', () => Number.NaN],
  ['is without end', () => Number.POSITIVE_INFINITY],
  ['is not whole', () => 1.5],
];

it.each(failures)('an estimate that %s counts the bytes of the text', (_, estimate) => {
  expect(orBytes('größer 漢字', estimate)).toBe(15);
  expect(orBytes(Uint8Array.of(1, 2, 3), estimate)).toBe(3);
});

it.each(failures)('of nothing there is nothing to count: an estimate that %s', (_, estimate) => {
  expect(orBytes('', estimate)).toBe(0);
});

it('an estimate that does not fail is the answer', () => {
  expect(orBytes('some text', () => 2)).toBe(2);
});
