import { expect, it } from 'vitest';
import { parseJsonObject } from '../../src/bytes/json-object.ts';

it.each([
  ['{"a":[1]}', { a: [1] }],
  [' {} ', {}],
  ['[{}]', undefined],
  ['null', undefined],
  ['"{}"', undefined],
  ['1', undefined],
  ['{"a":', undefined],
  ['', undefined],
])('%j', (text, value) => {
  expect(parseJsonObject(text)).toEqual(value);
});
