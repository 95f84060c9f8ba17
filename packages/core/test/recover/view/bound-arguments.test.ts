import { expect, it } from 'vitest';
import { boundArguments, mayNeedBounding } from '../../../src/recover/view/bound-arguments.ts';
import type { JsonValue } from '../../../src/recover/wire/json.ts';
import type { CallPart } from '../../../src/recover/wire/wire-format.ts';
import { createSpillway } from '../../../src/spillway.ts';
import { createMemoryStore } from '../../../src/store/memory.ts';

const long = 'a "long" one\\ '.repeat(200);
const written = JSON.stringify(long);

async function bounded(form: CallPart['form'], input: JsonValue): Promise<unknown> {
  const bounder = createSpillway({ store: createMemoryStore(), scope: 'test' });
  const part: CallPart = { kind: 'call', path: [], toolName: 'write_file', form };
  const found = await boundArguments(bounder, input, part, 1_024);
  if (found !== undefined) expect(mayNeedBounding(input, 1_024)).toBe(true);
  return found === undefined ? 'as it is' : found.value;
}

it.each<[string, CallPart['form'], JsonValue, string]>([
  ['short ones', 'object', { a: 'b', n: 1, deep: [{ x: null }] }, '"as it is"'],
  ['an escape that is meant as text', 'object', { code: String.raw`"\u0000"` }, '"as it is"'],
  ['a character that no provider accepts', 'object', { 'k\0': ['a\u001bb'] }, '{"k\u2400":["a\u241bb"]}'],
  [
    'numbers and spaces beside one',
    'object-text',
    '{ "id": 12345678901234567890, "f": 1.0, "t": "a\\u0000b" }',
    JSON.stringify('{ "id": 12345678901234567890, "f": 1.0, "t": "a\u2400b" }'),
  ],
  ['text that is no object', 'object-text', '{"a": "b', '"as it is"'],
  ['any text of a custom tool', 'text', 'x\u0007y', '"x\u2407y"'],
])('%s', async (_name, form, input, expected) => {
  expect(JSON.stringify(await bounded(form, input))).toBe(expected);
});

it('long strings go by handle, and all around them stays', async () => {
  const bounder = createSpillway({ store: createMemoryStore(), scope: 'test' });
  const part: CallPart = { kind: 'call', path: [], toolName: 'write_file', form: 'object-text' };
  const input = `{ "z": 1.50, "text": ${written}, "a": [ ${written} ], "id": 12345678901234567890 }`;
  const found = await boundArguments(bounder, input, part, 1_024);
  const text = String(found?.value);
  const notice = JSON.stringify((JSON.parse(text) as { text: string }).text);
  expect(text).toBe(`{ "z": 1.50, "text": ${notice}, "a": [ ${notice} ], "id": 12345678901234567890 }`);
  expect(Buffer.byteLength(notice)).toBeLessThanOrEqual(1_024);
  expect(found?.handles).toHaveLength(2);
  expect(await boundArguments(bounder, text, part, 1_024)).toBeUndefined();
});
