import { expect, it } from 'vitest';
import { errorText } from '../../src/bound/error-text.ts';

const circular: Record<string, unknown> = {};
circular.self = circular;
const hostile = Object.defineProperty({}, 'message', {
  get: () => {
    throw new Error('no');
  },
});

const rows: [string, unknown, string][] = [
  ['an Error', new Error('boom'), 'boom'],
  ['a named error', new RangeError('too far'), 'RangeError: too far'],
  ['a cause', new Error('outer', { cause: new TypeError('inner') }), 'outer\nCaused by: TypeError: inner'],
  ['a plain object with a message', { message: 'plain' }, 'plain'],
  ['a text', 'just text', 'just text'],
  ['an empty text', '', 'The tool threw an empty text.'],
  ['a BigInt', 10n, 'The tool threw 10'],
  ['undefined', undefined, 'The tool threw undefined'],
  ['null', null, 'null'],
  ['an object without a message', { code: 7 }, '{"code":7}'],
  ['a circle', circular, 'The tool threw [object Object]'],
  ['a getter that throws', hostile, 'The tool threw [object Object]'],
  ['an object without a prototype', Object.create(null), 'The tool threw a value of type object that cannot be shown.'],
];

it.each(rows)('%s', (_, thrown, expected) => {
  expect(errorText(thrown)).toBe(expected);
});
