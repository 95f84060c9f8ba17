import { describe, expect, it } from 'vitest';
import { bound } from '../../src/bound/bound.ts';
import { parseNotice } from '../../src/bound/notice.ts';
import { createSpillway } from '../../src/spillway.ts';
import { createMemoryStore } from '../../src/store/memory.ts';
import { createBoundary, storedBytes } from './support/create-boundary.ts';

const error = '2026-01-01T00:00:00Z ERROR [w3] payments: ledger mismatch "4411"';
const log = Array.from({ length: 6_000 }, (_, at) =>
  at === 4_321 ? error : `2026-01-01T00:00:00Z INFO [w${at % 16}] served request id=${100_000 + at} — status=200`,
).join('\n');

/** Bounds a value, and tells what its notice says of the text inside. */
async function noticeOf(value: unknown, budget = {}) {
  const boundary = createBoundary({ maxResultBytes: 8_000, ...budget });
  const content = typeof value === 'string' ? value : JSON.stringify(value);
  const result = await bound(boundary, content, { toolName: 'shell', toolCallId: 'call_1' });
  const text = result.toText();
  const [, id = '', path] = /^\| (r_\w+) keeps (.+), decoded: /mu.exec(text) ?? [];
  return { boundary, result, text, content, path, id, notice: parseNotice(text) };
}

describe('a text that is most of a JSON result', () => {
  it('is shown as what it is, and kept by a handle of its own', async () => {
    const { boundary, result, text, content, path, id, notice } = await noticeOf({
      exitCode: 0,
      stdout: log,
      stderr: '',
    });
    expect(path).toBe('$.stdout');
    expect(text).toContain('log, 6,000 lines');
    expect(text).toContain(`1  line 4322  ${error}`);
    expect(text).toContain('exitCode 0');
    expect(notice?.calls[0]).toEqual({
      tool: 'read_result',
      arguments: { handle: id, startLine: 4_314, lineCount: 20 },
    });
    expect((await storedBytes(boundary, id)).toString()).toBe(log);
    expect(notice?.handle).toBe(result.handle?.id);
    expect((await storedBytes(boundary, result.handle?.id ?? '')).toString()).toBe(content);
    expect(result.deliveredBytes).toBeLessThanOrEqual(8_000);
  });

  it('comes from the same call, and has the whole result as its origin', async () => {
    const { boundary, result, id } = await noticeOf({ stdout: log });
    const source = await boundary.store.open('test', id);
    expect(source.handle.provenance).toEqual([
      { toolName: 'shell', toolCallId: 'call_1', at: expect.any(Number), originId: result.handle?.id },
    ]);
    await source.close();
  });

  it('is obeyable in every call of its notice', async () => {
    const spillway = createSpillway({ store: createMemoryStore(), budget: { maxResultBytes: 8_000 } });
    const bounded = await spillway.bound({ exitCode: 0, stdout: log }, { toolName: 'shell' });
    const answers: string[] = [];
    for (const call of bounded.next ?? []) {
      const tool = spillway.tools().find(({ name }) => name === call.tool);
      const answer = await tool?.execute(call.arguments);
      expect(answer?.isError).toBe(false);
      answers.push(answer?.text ?? '');
    }
    expect(answers[0]).toContain(`4322| ${error}`);
    expect(answers[1]).toContain('1 match in 1 line of 6,000');
    expect(answers[2]).toContain(`${bounded.handle?.id} at "$.stdout"`);
  });

  it.each([
    [
      'JSON in a string',
      { statusCode: 200, body: JSON.stringify({ items: log.split('\n') }) },
      '$.body',
      'JSON, object of 1 key',
    ],
    ['a field of a block', { content: [{ type: 'text', text: log }] }, 'content[].text', 'log, 6,000 lines'],
    ['CSV', { rows: `id,name\n${'1,"a b"\n2,c\n'.repeat(4_000)}` }, '$.rows', 'CSV'],
    ['a string alone', log, undefined, ''],
    ['escapes of every kind', { 'a b': `${'é\t"\\/\u0007😀\ud83d\n'.repeat(3_000)}` }, "$['a b']", '3,000 lines'],
  ])('is found: %s', async (_, value, path, headline) => {
    const found = await noticeOf(value);
    expect(found.path).toBe(path);
    expect(found.text).toContain(headline);
    expect(found.result.deliveredBytes).toBeLessThanOrEqual(8_000);
  });

  it.each([
    ['base64', { data: Buffer.from(log).toString('base64') }],
    ['less than half of it', { first: log, second: log, third: 'x' }],
    ['one of many lines of JSON', `${JSON.stringify({ log })}\n`.repeat(3)],
    ['an array beside a string', [Array.from({ length: 9_000 }, (_, at) => [at, at]), 'a\nb']],
    ['one line of accented letters', JSON.stringify({ stdout: 'é'.repeat(20_000) }).replaceAll('é', '\\u00e9')],
    ['one line', { stdout: log.replaceAll('\n', ' ') }],
    ['damaged', JSON.stringify({ log }).replace('4411', '\\q')],
  ])('is not looked for: %s', async (_, value) => {
    const { path, result } = await noticeOf(value);
    expect(path).toBeUndefined();
    expect(result.handle).toBeDefined();
  });

  it.each([1_024, 1_500, 2_500, 4_000, 16_000])('is within a budget of %i bytes', async (maxResultBytes) => {
    const { result, notice } = await noticeOf({ exitCode: 0, stdout: log }, { maxResultBytes });
    expect(result.deliveredBytes).toBeLessThanOrEqual(maxResultBytes);
    expect(notice?.calls.length).toBeGreaterThan(0);
  });

  it.each([
    ['a dash', (char: string) => char === '-'],
    ['letters of the body', (char: string) => char === 'Q'],
    ['every character', (char: string) => /[ -~]/.test(char)],
  ])('has its keys withheld where escapes hid them from the guard: %s', async (_, isSpelled) => {
    const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n'.repeat(20)}-----END PRIVATE KEY-----\n`;
    const text = log + key + log;
    const spelled = Array.from(text, (char) =>
      isSpelled(char) ? `\\u00${char.charCodeAt(0).toString(16)}` : JSON.stringify(char).slice(1, -1),
    );
    const content = `{"stdout":"${spelled.join('')}"}`;
    expect(JSON.parse(content)).toEqual({ stdout: text });
    const spillway = createSpillway({ store: createMemoryStore(), budget: { maxResultBytes: 8_000 } });
    const result = await spillway.bound(content, { toolName: 'shell' });
    expect(result.withheldBytes).toBe(20 * 52);
    expect((await spillway.list()).handles.map(({ id }) => id)).toEqual([result.handle?.id]);
    const refuses = { maxResultBytes: 8_000, keyPolicy: 'refuse' } as const;
    const refusing = createSpillway({ store: createMemoryStore(), budget: refuses });
    expect((await refusing.bound(content, { toolName: 'shell' })).toText()).toContain('refused');
    expect((await refusing.list()).handles).toEqual([]);
  });

  it('has its keys withheld', async () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n'.repeat(20)}-----END PRIVATE KEY-----\n`;
    const { boundary, result, id } = await noticeOf({ stdout: log + key + log });
    for (const handle of [id, result.handle?.id ?? '']) {
      const bytes = (await storedBytes(boundary, handle)).toString();
      expect(bytes).not.toContain('MIIEvQIBADANBgkqhkiG9w0');
      expect(bytes).toContain('BEGIN PRIVATE KEY');
    }
  });

  it('leaves the result as it is where the store has no room for it', async () => {
    const content = { stdout: log };
    const room = Buffer.byteLength(JSON.stringify(content)) + 100_000;
    const store = createMemoryStore({ storeBytes: room });
    const boundary = createBoundary({ maxResultBytes: 8_000 }, store);
    const result = await bound(boundary, content, { toolName: 'shell' });
    expect(result.complete).toBe(false);
    expect(result.toText()).not.toContain('decoded');
    expect(result.next?.map((next) => next.arguments)).toEqual([
      { handle: result.handle?.id, path: '$.stdout' },
      { handle: result.handle?.id, offset: 10 },
    ]);
    expect(result.handle?.byteLength).toBe(Buffer.byteLength(JSON.stringify(content)));
    await expect(storedBytes(boundary, result.handle?.id ?? '')).resolves.toHaveLength(result.handle?.byteLength ?? 0);
  });
});
