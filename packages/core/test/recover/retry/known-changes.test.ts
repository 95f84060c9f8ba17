import { describe, expect, it } from 'vitest';
import { createKnownChanges } from '../../../src/recover/retry/known-changes.ts';
import { applyChanges, type Change } from '../../../src/recover/view/change.ts';
import { resolveFormat } from '../../../src/recover/wire/formats.ts';
import type { JsonObject } from '../../../src/recover/wire/json.ts';

const chat = resolveFormat('openai-chat');
const gemini = resolveFormat('gemini');
const user = (content: string): JsonObject => ({ role: 'user', content });
const result = (id: string, content: string): JsonObject => ({ role: 'tool', tool_call_id: id, content });
const long = 'x'.repeat(3_000);

const change = (fields: Partial<Change> & Pick<Change, 'index' | 'value'>): Change => ({
  path: ['content'],
  reason: 'shrunk-result',
  toolName: 'read_log',
  fromBytes: 3_000,
  toBytes: 100,
  handles: ['r_abc'],
  ...fields,
});
const texts = (messages: readonly JsonObject[]): unknown[] => messages.map(({ content }) => content);

describe('what was changed once', () => {
  it('has the same bytes wherever its message stands later', () => {
    const known = createKnownChanges();
    known.add([user('a'), result('1', long)], [change({ index: 1, value: 'short', callId: '1' })]);
    const later = [user('b'), user('a'), result('1', long), user('c')];
    expect(texts(applyChanges(later, known.find(later, chat)))).toEqual(['b', 'a', 'short', 'c']);
  });

  it('is found in objects that are equal, and in those alone', () => {
    const known = createKnownChanges();
    known.add([result('1', long)], [change({ index: 0, value: 'short', callId: '1' })]);
    expect(known.find([structuredClone(result('1', long))], chat)).toHaveLength(1);
    expect(known.find([result('1', `${long}!`)], chat)).toEqual([]);
    expect(known.find([result('2', long)], chat)).toEqual([]);
    expect(known.find([user(long)], chat)).toEqual([]);
  });

  it('goes through all its forms: bounded, then shortened', () => {
    const known = createKnownChanges();
    const first = change({ index: 0, value: 'y'.repeat(2_000), callId: '1', reason: 'over-budget' });
    const second = change({ index: 0, value: 'short', callId: '1' });
    known.add([result('1', long)], [first, second]);
    const once = applyChanges([result('1', long)], known.find([result('1', long)], chat));
    expect(texts(applyChanges(once, known.find(once, chat)))).toEqual(['short']);
  });

  it('of two calls with the same content is each its own', () => {
    const known = createKnownChanges();
    const messages = [result('1', long), result('2', long)];
    known.add(messages, [
      change({ index: 0, value: 'of 1', callId: '1' }),
      change({ index: 1, value: 'of 2', callId: '2' }),
    ]);
    expect(known.find(messages, chat).map(({ index, value }) => [index, value])).toEqual([
      [0, 'of 1'],
      [1, 'of 2'],
    ]);
  });

  it('twice stays what it was at first', () => {
    const known = createKnownChanges();
    known.add([result('1', long)], [change({ index: 0, value: 'first', callId: '1' })]);
    known.add([result('1', long)], [change({ index: 0, value: 'second', callId: '1' })]);
    expect(known.find([result('1', long)], chat).map(({ value }) => value)).toEqual(['first']);
  });

  it('needs no id, and is a short text too', () => {
    const known = createKnownChanges();
    const response = { name: 'read_log', response: { output: 'a\u0000b' } };
    const message = { role: 'user', parts: [{ functionResponse: response }] };
    const path = ['parts', 0, 'functionResponse', 'response', 'output'];
    known.add([message], [change({ index: 0, path, value: 'ab', reason: 'unsendable' })]);
    expect(known.find([message], gemini).map(({ value }) => value)).toEqual(['ab']);
  });

  it("of a tool is never a person's, though it has the same words", () => {
    const known = createKnownChanges();
    known.add([{ role: 'tool', content: long }], [change({ index: 0, value: 'short' })]);
    expect(known.find([{ role: 'tool', content: long }], chat)).toHaveLength(1);
    expect(known.find([user(long)], chat)).toEqual([]);
  });
});

it('forgets what was not asked for the longest', () => {
  const known = createKnownChanges(3 * (512 + 100));
  const messages = ['1', '2', '3'].map((id) => result(id, long));
  for (const [index, id] of ['1', '2', '3'].entries())
    known.add(messages, [change({ index, value: `of ${id}`, callId: id })]);
  known.find([messages[0] as JsonObject], chat);
  known.add([result('4', long)], [change({ index: 0, value: 'of 4', callId: '4' })]);
  const found = known.find([...messages, result('4', long)], chat);
  expect(found.map(({ value }) => value)).toEqual(['of 1', 'of 3', 'of 4']);
});
