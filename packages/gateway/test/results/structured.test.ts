import { describe, expect, it } from 'vitest';
import { answerOf, deliver } from '../support/deliver.ts';

const text = (value: string) => ({ type: 'text', text: value });
const rows = Array.from({ length: 1_200 }, (_, id) => ({ id, name: `row ${id}`, ok: id % 7 === 0 }));
const log = Array.from({ length: 900 }, (_, id) => `2026-11-30T03:39:17Z INFO served ${id} "quoted"\n`).join('');

describe('what the handle of a structured result shows', () => {
  it('BC-030 stores a value and its JSON text once, as the exact bytes of the value', async () => {
    const structured = '{ "rows":[1.50,12345678901234567890],"more":"FILL" }'.replace('FILL', 'x'.repeat(20_000));
    const pretty = JSON.stringify(structured.replace(/([,:{}])/g, '$1\n  '));
    const frame = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":${pretty}}],"structuredContent":${structured}}}`;
    const { handles, boundary, message } = await deliver(frame);
    expect(message.result.structuredContent).toBeUndefined();
    expect((await boundary.read(handles[0] as string)).toString()).toBe(structured);
    expect(await boundary.handleCount()).toBe(2);
    const origin = (await boundary.readOrigin(handles[0] as string)).toString();
    expect(frame).toBe(`{"jsonrpc":"2.0","id":1,"result":${origin}}`);
  });

  it('BC-030 delivers one copy whole where two do not fit and one does', async () => {
    const value = { status: 'ok', rows: rows.slice(0, 120) };
    const json = JSON.stringify(value);
    expect(json.length * 2).toBeGreaterThan(8_000);
    const { message, boundary } = await deliver(answerOf({ content: [text(json)], structuredContent: value }));
    expect(message.result).toEqual({ content: [text(json)] });
    expect(await boundary.handleCount()).toBe(0);
  });

  it('stores a text that is the one member of the structured value as text', async () => {
    for (const key of ['content', 'result']) {
      const { handles, boundary } = await deliver(
        answerOf({ content: [text(log)], structuredContent: { [key]: log } }),
      );
      expect((await boundary.read(handles[0] as string)).toString()).toBe(log);
    }
  });

  it('stores one text for each item of an array once, as the array', async () => {
    const value = { result: rows };
    const content = rows.map((row) => text(JSON.stringify(row, undefined, 2)));
    const { handles, boundary } = await deliver(answerOf({ content, structuredContent: value }));
    expect((await boundary.read(handles[0] as string)).toString()).toBe(JSON.stringify(value));
  });

  it('stores a structured value that stands alone', async () => {
    const { handles, boundary } = await deliver(answerOf({ content: [], structuredContent: { rows } }));
    expect((await boundary.read(handles[0] as string)).toString()).toBe(JSON.stringify({ rows }));
  });

  it.each([
    ['another text', { rows }, `Found ${rows.length} rows.`, true],
    [
      'a text of the same JSON but for one number',
      { rows },
      JSON.stringify({ rows }).replace('"id":7,', '"id":8,'),
      false,
    ],
    ['a text that goes on after the JSON', { rows }, `${JSON.stringify({ rows })}\nNote: partial`, false],
    ['the text with one character more', { content: log }, `${log}.`, false],
  ])('BC-030 shows both of %s and a structured value', async (_, structuredContent, said, isShort) => {
    const {
      text: shown,
      handles,
      boundary,
      frame,
    } = await deliver(answerOf({ content: [text(said)], structuredContent }));
    expect(frame.length).toBeLessThanOrEqual(8_000);
    const stored = await Promise.all(handles.map((handle) => boundary.read(handle)));
    const kept = stored.map((bytes) => bytes.toString());
    expect(kept).toContain(JSON.stringify(structuredContent));
    if (isShort) expect(shown).toContain(said);
    else expect(kept).toContain(said);
  });

  it('shows a list of parts with a handle for each that does not fit', async () => {
    const resource = { type: 'resource', resource: { uri: 'file:///a.log', text: log } };
    const content = [text('two results'), text(log), resource];
    const { text: shown, handles, boundary } = await deliver(answerOf({ content }));
    expect(shown.startsWith('two results\n')).toBe(true);
    expect(handles.length).toBeGreaterThan(0);
    for (const handle of handles) expect((await boundary.read(handle)).toString()).toBe(log);
  });

  it('keeps what is no tool result of any known form', async () => {
    const { handles, boundary } = await deliver(answerOf({ toolResult: log }));
    expect(JSON.parse((await boundary.read(handles[0] as string)).toString())).toEqual({ toolResult: log });
  });

  it.each([9_000, 2_000_000])('keeps a text of %i bytes that no JSON parser takes by its bytes', async (length) => {
    const literal = `"${'x'.repeat(length)}\\q"`;
    const frame = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":${literal}}]}}`;
    const { handles, boundary, frame: delivered } = await deliver(frame);
    expect(delivered.length).toBeLessThanOrEqual(8_000);
    expect((await boundary.read(handles[0] as string)).toString()).toBe(
      `{"content":[{"type":"text","text":${literal}}]}`,
    );
  });
});

describe('what a reading model is shown of a structured result', () => {
  it('BC-020 shows the scalars at the top', async () => {
    const value = { status: 'partial', next: 'abc', rows };
    const { text: shown } = await deliver(
      answerOf({ content: [text(JSON.stringify(value))], structuredContent: value }),
    );
    expect(shown).toContain('partial');
    expect(shown).toMatch(/next.*abc/);
    expect(shown.slice(0, 200)).toContain('[PARTIAL]');
  });
});

describe('for a client that types programs from the schema', () => {
  const choices = { outputSchemas: 'widen' as const };

  it('BC-020 BC-029 sends the bounded form as a value, with text and value within one budget', async () => {
    const value = { status: 'partial', next: 'abc', rows };
    const result = { content: [text(JSON.stringify(value))], structuredContent: value };
    const { message, frame, handles, boundary } = await deliver(answerOf(result), { choices });
    expect(frame.length).toBeLessThanOrEqual(8_000);
    const bounded = message.result.structuredContent;
    expect(bounded).toMatchObject({ partial: true, handle: handles[0] });
    expect(bounded.next[0]).toEqual({
      tool: expect.stringMatching(/_result$/),
      arguments: expect.objectContaining({ handle: handles[0] }),
    });
    expect((await boundary.read(handles[0] as string)).toString()).toBe(JSON.stringify(value));
  });

  it('BC-018 parses at every budget', async () => {
    const value = { field: '\r\n"\\'.repeat(10_000), status: 'ok' };
    const answer = answerOf({ content: [text(JSON.stringify(value))], structuredContent: value });
    for (let maxResultBytes = 2_048; maxResultBytes <= 6_000; maxResultBytes += 97) {
      const limits = { maxResultBytes };
      for (const options of [{ limits }, { limits, choices }]) {
        const { frame, message } = await deliver(answer, options);
        expect(frame.length, String(maxResultBytes)).toBeLessThanOrEqual(maxResultBytes);
        expect(JSON.parse(frame.toString())).toEqual(message);
      }
    }
  });

  it('is within the smallest budget of all, and says that it is partial', async () => {
    const value = { status: 'ok', rows };
    const answer = answerOf({ content: [text(JSON.stringify(value))], structuredContent: value });
    for (let maxResultBytes = 1_024; maxResultBytes < 1_300; maxResultBytes += 23) {
      const { frame, message } = await deliver(answer, { limits: { maxResultBytes }, choices });
      expect(frame.length).toBeLessThanOrEqual(maxResultBytes);
      expect(message.result.structuredContent.partial).toBe(true);
      const plain = await deliver(answer, { limits: { maxResultBytes } });
      expect(plain.frame.length).toBeLessThanOrEqual(maxResultBytes);
      expect(plain.handles).toHaveLength(1);
      expect(plain.reports).toEqual([]);
    }
  });

  it('keeps the value and points to it where two copies do not fit and one does', async () => {
    const value = { status: 'ok', rows: rows.slice(0, 160) };
    const { message } = await deliver(answerOf({ content: [text(JSON.stringify(value))], structuredContent: value }), {
      choices,
    });
    expect(message.result.structuredContent).toEqual(value);
    expect(message.result.content).toEqual([text('The structured content holds the whole result.')]);
  });

  it('keeps a small value beside a large text of another kind', async () => {
    const value = { lines: 900, ok: true };
    const { message, frame, handles, boundary } = await deliver(
      answerOf({ content: [text(log)], structuredContent: value }),
      { choices },
    );
    expect(frame.length).toBeLessThanOrEqual(8_000);
    expect(message.result.structuredContent).toEqual(value);
    expect((await boundary.read(handles[0] as string)).toString()).toBe(log);
  });

  it('sends an error as text alone, which no schema is asked of', async () => {
    const { message } = await deliver(answerOf({ content: [text(log)], structuredContent: { rows }, isError: true }), {
      choices,
    });
    expect(message.result.structuredContent).toBeUndefined();
    expect(message.result.isError).toBe(true);
  });
});
