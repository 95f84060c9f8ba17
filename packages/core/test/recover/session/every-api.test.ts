import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Session } from '../../../src/recover/session/session.ts';
import { resolveFormat } from '../../../src/recover/wire/formats.ts';
import { isObject, type JsonObject, type JsonValue, valueAt } from '../../../src/recover/wire/json.ts';
import type { WireFormat } from '../../../src/recover/wire/wire-format.ts';
import { checkRequest } from '../../../src/testing/providers/rules/check-request.ts';
import type { ProviderApi } from '../../../src/testing/providers/rules/rule.ts';
import { calledTurn, readLogs } from '../../support/called-turn.ts';
import { loopApis, loopRows } from '../../support/provider-loop.ts';
import { handleIn, temporarySession } from '../../support/temporary-session.ts';

const baseOf = (api: ProviderApi): JsonObject => loopRows[api].base({ tools: ['read_log'], maxOutputTokens: 1_000 });
const line = '2026-11-30T03:00:00Z INFO [w3] served request id=100001 status=200 took=16ms\n';
const log = (characters: number): string => line.repeat(Math.ceil(characters / line.length)).slice(0, characters);

const answers: Readonly<Record<ProviderApi, (text: string) => JsonObject>> = {
  'openai-responses': (text) => ({ role: 'assistant', content: [{ type: 'output_text', text }] }),
  'openai-chat': (content) => ({ role: 'assistant', content }),
  'anthropic-messages': (text) => ({ role: 'assistant', content: [{ type: 'text', text }] }),
  'bedrock-converse': (text) => ({ role: 'assistant', content: [{ text }] }),
  gemini: (text) => ({ role: 'model', parts: [{ text }] }),
};

/** Sends, checks the rules of the API, and returns what a provider received. */
async function send(session: Session, api: ProviderApi, maxBytes = Number.POSITIVE_INFINITY): Promise<string[]> {
  const requests: string[] = [];
  await session.send(baseOf(api), async (body) => {
    const text = JSON.stringify(body);
    requests.push(text);
    expect(checkRequest(api, JSON.parse(text))).toEqual([]);
    if (Buffer.byteLength(text) > maxBytes) throw Object.assign(new Error('Request Entity Too Large'), { status: 413 });
    return {};
  });
  return requests;
}

const messagesIn = (request: string, { messagesKey }: WireFormat): JsonObject[] =>
  (JSON.parse(request) as Record<string, JsonObject[]>)[messagesKey] ?? [];

/** What stands in a request for each of its results. */
function resultsIn(request: string, format: WireFormat): (JsonValue | undefined)[] {
  return messagesIn(request, format).flatMap((message) =>
    format
      .partsOf(message)
      .filter(({ kind }) => kind === 'result')
      .map(({ path }) => valueAt(message, path)),
  );
}

/** Every string of a value but those of media. */
function textsIn(value: JsonValue | undefined, media: ReadonlySet<unknown>): string[] {
  if (typeof value === 'string') return [value];
  if (media.has(value)) return [];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, media));
  return isObject(value) ? Object.values(value).flatMap((item) => textsIn(item, media)) : [];
}

describe.each(loopApis)('a session with %s', (api) => {
  const format = resolveFormat(api);
  const row = loopRows[api];

  it('BC-177 sends 30 turns of which each begins with the bytes of the one before, also when it is opened again', async () => {
    let opened = await temporarySession({ format: api });
    const requests: { text: string; isRetry: boolean }[] = [];
    for (let turn = 0; turn < 30; turn += 1) {
      if (turn === 10 || turn === 23) {
        await opened.close();
        opened = await temporarySession({ format: api, path: opened.path, store: opened.store });
      }
      const texts = turn % 3 === 0 ? [log(800 * turn + 1), log(90_000)] : [log(2_500 + 17 * turn), `${turn}\u0007`];
      for (const message of calledTurn(api, `prompt ${turn}`, readLogs(texts, 10 * turn + 1))) {
        await opened.session.append(message);
      }
      const sent = await send(opened.session, api, 60_000);
      for (const [index, text] of sent.entries()) requests.push({ text, isRetry: index > 0 });
      await opened.session.append(answers[api](`answer ${turn}`));
    }
    const shrinks = requests.filter(({ isRetry }) => isRetry).length;
    expect(shrinks).toBeGreaterThan(0);
    expect(shrinks).toBeLessThan(6);
    for (const [index, { text, isRetry }] of requests.entries()) {
      expect(JSON.stringify(await opened.session.asSent(index + 1))).toBe(text);
      const before = requests[index - 1];
      if (before === undefined || isRetry) continue;
      const messages = JSON.stringify(messagesIn(text, format));
      expect(messages.startsWith(JSON.stringify(messagesIn(before.text, format)).slice(0, -1))).toBe(true);
    }
  });

  it('BC-064 BC-065 sends what a command wrote in bytes without one that no provider accepts, and keeps it', async () => {
    const { session, stored, record } = await temporarySession({ format: api });
    const bytes = randomBytes(200_000).toString('latin1');
    const texts = [bytes, 'a\0b', '\ud83d half of a pair', 'x\u007f\u001b[31m'];
    for (const message of calledTurn(api, 'run\0it \udc00', readLogs(texts))) await session.append(message);
    const [request = ''] = await send(session, api);
    for (const text of textsIn(JSON.parse(request), new Set())) {
      expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ud800-\udfff]/u);
    }
    const results = resultsIn(request, format);
    expect(results).toHaveLength(4);
    expect(await stored(handleIn(results[0]))).toBe(bytes);
    for await (const { event } of record.events()) expect(JSON.parse(JSON.stringify(event))).toEqual(event);
    await session.append(answers[api]('fine'));
    await session.append(row.user('and now?'));
    await send(session, api);
  });

  it.each([1_024, 65_536, 1_048_576])(
    'BC-179 BC-180 sends no result of more than %d bytes in its body',
    async (maxResultBytes) => {
      const { session } = await temporarySession({ format: api, budget: { maxResultBytes } });
      const units = ['"', '\\', '\u0001', '<>&', '漢', '😀', '\n', "''", '\\"\u0000é'];
      const texts = units.flatMap((unit) => [
        unit.repeat(Math.floor(maxResultBytes / unit.length) - 30),
        unit.repeat(Math.floor((maxResultBytes - 60) / (JSON.stringify(unit).length - 2))),
        ...(maxResultBytes > 100_000 ? [] : [unit.repeat(Math.ceil((maxResultBytes / unit.length) * 1.5))]),
      ]);
      texts.push(JSON.stringify(Array.from({ length: 49_999 }, () => '')));
      for (const message of calledTurn(api, 'look', readLogs(texts))) await session.append(message);
      const [request = ''] = await send(session, api);
      const sizes = resultsIn(request, format).map((value) => Buffer.byteLength(JSON.stringify(value)));
      expect(sizes).toHaveLength(texts.length);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(maxResultBytes);
    },
  );

  it('BC-157 heals a record that was written without bounds, and tells it again', async () => {
    const before = calledTurn(api, 'read', readLogs([log(1_500_000), 'short', log(70_000)]));
    const { session, path, close, store } = await temporarySession({
      format: api,
      events: before.map((message) => ({ type: 'message', message })),
    });
    expect(session.healedCount).toBe(2);
    const [request] = await send(session, api);
    expect(Buffer.byteLength(String(request))).toBeLessThan(140_000);
    await close();
    const again = await temporarySession({ format: api, path, store });
    expect(again.session.healedCount).toBe(0);
    expect(again.session.messages).toEqual(session.messages);
    expect(JSON.stringify(await again.session.asSent(1))).toBe(request);
  });

  it('sends long arguments by handle, with the same keys in the same order', async () => {
    const { session, stored } = await temporarySession({ format: api });
    const text = 'say "no" \\ \n 漢\0'.repeat(3_000);
    const input = {
      path: '/home/alice/a.txt',
      edits: [
        { text, at: 1 },
        { at: 2.5, nul: 'a\0b' },
      ],
      '10': null,
      last: true,
    };
    const [user, call, ...results] = calledTurn(api, 'write', [{ id: 'call_1', name: 'read_log', input, text: 'ok' }]);
    for (const message of [user, call, ...results]) await session.append(message as JsonObject);
    const [request = ''] = await send(session, api);
    const message = messagesIn(request, format)[1] as JsonObject;
    const part = format.partsOf(message).find(({ kind }) => kind === 'call');
    const sent = valueAt(message, part?.path ?? []);
    const seen = (typeof sent === 'string' ? JSON.parse(sent) : sent) as typeof input;
    expect(Object.keys(seen)).toEqual(Object.keys(input));
    expect(seen).toEqual({
      ...input,
      edits: [
        { text: expect.any(String), at: 1 },
        { at: 2.5, nul: 'a\u2400b' },
      ],
    });
    expect(Buffer.byteLength(JSON.stringify(seen.edits[0]))).toBeLessThan(1_100);
    expect(await stored(handleIn(seen))).toBe(text);
  });

  it('BC-131 sends a call, its result, and then the summary that was written between them', async () => {
    const [user, call, result] = calledTurn(api, 'read', readLogs(['what it says'])) as JsonObject[];
    const { session } = await temporarySession({
      format: api,
      events: [user, call, row.user('a summary'), result].map((message) => ({ type: 'message', message })),
    });
    const [request = ''] = await send(session, api);
    const places = ['read_log', 'what it says', 'a summary'].map((text) =>
      JSON.stringify(messagesIn(request, format)).indexOf(text),
    );
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
  });
});
