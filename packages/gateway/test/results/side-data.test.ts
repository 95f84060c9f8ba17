import { parseNotice } from '@spillway/core';
import { describe, expect, it } from 'vitest';
import { answerOf, deliver } from '../support/deliver.ts';

const text = (value: string, more: object = {}) => ({ type: 'text', text: value, ...more });
const large = 'A'.repeat(50_000);
const CALL = /^read_result \{"handle":"(r_[0-9a-z]+)"/m;

/** Delivers a result and returns what the last notice's own call reads. */
async function deliverExact(result: object, options: Parameters<typeof deliver>[1] = {}) {
  const delivered = await deliver(answerOf(result), options);
  const notice: string = delivered.message.result.content.at(-1).text;
  const handle = CALL.exec(notice)?.[1] ?? 'no call';
  return { ...delivered, notice, exact: (await delivered.boundary.read(handle)).toString() };
}

describe('what stands beside the content and does not fit', () => {
  // Fails when a text is taken for all of its part, or side fields for nothing that a model could miss.
  it.each([
    ['annotations of a text part', { content: [text('see', { annotations: { note: large } })] }],
    ['_meta', { content: [text('see')], _meta: { big: large } }],
    ['an unknown field', { content: [text('see')], extra: large }],
    ['a field of a part among others', { content: [text('see'), text('b', { _meta: { large } })] }],
    [
      'annotations and a value',
      { content: [text('{"a":1}', { annotations: { large } })], structuredContent: { a: 1 } },
    ],
  ])('is kept, and a call of the notice reads all of the result: %s', async (_, result) => {
    const { frame, message, notice, exact } = await deliverExact(result);
    expect(frame.length).toBeLessThanOrEqual(8_000);
    expect(['see', '{"a":1}']).toContain(message.result.content[0].text);
    expect(parseNotice(notice)).toMatchObject({
      recoverable: true,
      headline: expect.stringMatching(/^exact result: /),
    });
    expect(exact).toBe(JSON.stringify(result));
    expect(message.result.isError).toBeUndefined();
  });

  it('is kept beside a text that does not fit either', async () => {
    const produced = 'INFO served a request\n'.repeat(2_000);
    const result = { content: [text(produced)], vendor: large };
    const { frame, handles, boundary, exact } = await deliverExact(result);
    expect(frame.length).toBeLessThanOrEqual(8_000);
    expect(handles).toHaveLength(2);
    expect((await boundary.read(handles[0] as string)).toString()).toBe(produced);
    expect(exact).toBe(JSON.stringify(result));
  });

  it.each([
    ['a media type', { content: [{ type: 'image', data: 'QUJD', mimeType: `image/png${large}` }] }],
    [
      'what stands around 300 small images',
      { content: Array.from({ length: 300 }, () => ({ type: 'image', data: 'QUJD', mimeType: 'image/png' })) },
    ],
  ])('leaves the whole result to a handle where only media are left: %s', async (_, result) => {
    const { frame, exact } = await deliverExact(result);
    expect(frame.length).toBeLessThanOrEqual(8_000);
    expect(exact).toBe(JSON.stringify(result));
  });

  it.each([
    ['remove' as const, undefined],
    ['widen' as const, { a: 1 }],
  ])('is kept for a program too, which gets its value as it came: %s', async (outputSchemas, expected) => {
    const result = { content: [text('{"a":1}')], structuredContent: { a: 1 }, vendor: large };
    const { message, exact } = await deliverExact(result, { choices: { outputSchemas } });
    expect(message.result.structuredContent).toEqual(expected);
    expect(exact).toBe(JSON.stringify(result));
  });

  it('is no reason for a notice while it is small and the text has one', async () => {
    const { handles } = await deliver(
      answerOf({ content: [text('x'.repeat(9_000), { annotations: { priority: 1 } })] }),
    );
    expect(handles).toHaveLength(1);
  });

  it('stays in an answer that says that there is no text', async () => {
    const { message } = await deliver(answerOf({ content: [], _meta: { note: 'n'.repeat(3_000) } }));
    expect(message.result._meta).toEqual({ note: 'n'.repeat(3_000) });
    const { message: kept, exact } = await deliverExact({ content: [text('')], _meta: { note: large } });
    expect(kept.result.content[0].text).toBe('(The tool ended without an error and returned no text.)');
    expect(exact).toContain(large);
  });
});

describe('content that is no list', () => {
  it.each([
    ['a text', 'said by the server'],
    ['an object', { type: 'text', text: 'a' }],
    ['a number', 7],
  ])('passes byte for byte while it fits: %s', async (_, content) => {
    const frame = answerOf({ content, isError: true });
    expect((await deliver(frame)).frame.toString()).toBe(frame);
  });

  it.each([
    [{ content: 'said '.repeat(200_000) }],
    [{ content: 'said '.repeat(200_000), isError: true }],
    [{ content: { text: large }, structuredContent: { a: 1 } }],
  ])('is bounded as the exact result, and keeps its outcome', async (result) => {
    for (const outputSchemas of ['remove', 'widen'] as const) {
      const { frame, message, exact } = await deliverExact(result, { choices: { outputSchemas } });
      expect(frame.length).toBeLessThanOrEqual(8_000);
      expect(message.result.isError).toBe('isError' in result ? true : undefined);
      expect(exact === JSON.stringify(result)).toBe(true);
    }
  });
});

describe('what cannot be bounded', () => {
  it.each([
    ['a success', undefined],
    ['an error', true],
  ])('says so in the form of a notice: %s', async (_, isError) => {
    const { boundary } = await deliver(answerOf({ content: [] }));
    const broken = { ...boundary, bound: () => Promise.reject(new Error('no store')) };
    const result = { content: [text(large)], ...(isError === undefined ? {} : { isError }) };
    const { frame, message, text: shown } = await deliver(answerOf(result), { boundary: broken });
    expect(frame.length).toBeLessThanOrEqual(8_000);
    expect(message.result.isError).toBe(isError);
    expect(parseNotice(shown)).toEqual({
      version: 1,
      shownBytes: 0,
      producedBytes: JSON.stringify(result).length,
      headline: 'tool result',
      recoverable: false,
      notKept: 'the gateway could not bound it',
      preview: '',
      calls: [],
      ...(isError === undefined ? {} : { isError }),
    });
    const error = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: 7, message: large } });
    const failed = await deliver(error, { boundary: broken });
    expect(failed.message.error.code).toBe(7);
    expect(parseNotice(failed.text)).toMatchObject({ recoverable: false, headline: 'error', isError: true });
  });

  it('still names a handle where an id takes all of the room', async () => {
    const result = { content: [text(large)] };
    const { boundary, message, handles, frame } = await deliver(answerOf(result, 'i'.repeat(9_000)));
    expect(message.id).toHaveLength(9_000);
    expect(frame.length).toBeLessThanOrEqual(9_000 + 1_200);
    expect((await boundary.read(handles[0] as string)).toString()).toBe(JSON.stringify(result));
  });

  it('keeps what an error has beside its code and message', async () => {
    const error = { code: 7, message: 'no', extra: large };
    const { message, handles, boundary } = await deliver(JSON.stringify({ jsonrpc: '2.0', id: 1, error }));
    expect(message.error.code).toBe(7);
    expect((await boundary.read(handles[0] as string)).toString()).toBe(JSON.stringify(error));
  });
});
