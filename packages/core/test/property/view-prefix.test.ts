import { copyFileSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repair } from '../../src/recover/view/repair/repair.ts';
import { resolveFormat } from '../../src/recover/wire/formats.ts';
import { type JsonObject, toJsonText } from '../../src/recover/wire/json.ts';
import { pairPartsOf } from '../../src/recover/wire/parts.ts';
import { settle } from '../../src/recover/wire/settled.ts';
import { checkRequest } from '../../src/testing/providers/rules/check-request.ts';
import { temporaryFolder } from '../store/support/temporary.ts';
import { arbitraryTranscript } from '../support/arbitrary-transcript.ts';
import { calledTurn, readLogs } from '../support/called-turn.ts';
import { loopApis, loopRows } from '../support/provider-loop.ts';
import { temporarySession } from '../support/temporary-session.ts';

describe.each(loopApis)('what is mended of a conversation with %s', (api) => {
  const format = resolveFormat(api);

  /** A conversation in which some calls have ids that were used before, and some texts are empty. */
  const conversation = fc.tuple(arbitraryTranscript(api), fc.array(fc.nat(), { maxLength: 3 })).map(([body, again]) => {
    const messages = (body as JsonObject)[format.messagesKey] as unknown as JsonObject[];
    const answers = messages.flatMap((message, index) => {
      const { calls, role } = pairPartsOf(message, format);
      return role === 'user' && calls.length === 0 ? [index] : [];
    });
    const repeated = again.flatMap((from) => {
      const start = answers[from % Math.max(1, answers.length)];
      return start === undefined ? [] : [loopRows[api].user(' '), ...messages.slice(start)];
    });
    return [...messages, ...repeated];
  });

  it('begins with what is mended of its beginning, wherever that ends between turns', () => {
    let mendedCount = 0;
    fc.assert(
      fc.property(conversation, fc.nat(), (messages, at) => {
        const ends = messages.flatMap((message, index) => {
          const next = messages[index + 1];
          const isEnd = next !== undefined && pairPartsOf(next, format).role === 'assistant';
          return isEnd && pairPartsOf(message, format).role !== 'assistant' ? [index + 1] : [];
        });
        const end = ends[at % Math.max(1, ends.length)] ?? messages.length;
        const whole = repair(messages, format);
        const start = repair(messages.slice(0, end), format);
        if (start.faults.some(({ kind }) => kind === 'call-without-result')) return;
        if (whole.faults.length > 0) mendedCount += 1;
        const text = toJsonText(whole.messages);
        expect(text.slice(0, toJsonText(start.messages).length - 1)).toBe(toJsonText(start.messages).slice(0, -1));
      }),
    );
    expect(mendedCount).toBeGreaterThan(0);
  });

  it('is the same of messages that cannot change, asked once and again', () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const text = toJsonText(repair(messages, format).messages);
        const settled = settle(structuredClone(messages));
        expect(toJsonText(repair(settled, format).messages)).toBe(text);
        expect(toJsonText(repair([...settled], format).messages)).toBe(text);
      }),
      { numRuns: 40 },
    );
  });

  it('is valid of a record that was cut at any byte', async () => {
    const written = await temporarySession({ format: api });
    const turns = [1, 2, 3].flatMap((turn) => [
      ...calledTurn(api, `prompt ${turn}`, readLogs(['one', '漢字 "two"'], 10 * turn)),
    ]);
    for (const message of turns) await written.session.append(message);
    await written.close();
    const bytes = readFileSync(written.path);
    const folder = temporaryFolder({ inMemory: true });
    const start = bytes.indexOf('\n') + 1;
    for (let cut = start; cut <= bytes.length; cut += 1 + (cut % 29)) {
      const path = join(folder, `${cut}.jsonl`);
      copyFileSync(written.path, path);
      truncateSync(path, cut);
      const { session, close } = await temporarySession({ format: api, path });
      await session.append(loopRows[api].user('go on'));
      const base = loopRows[api].base({ tools: ['read_log'], maxOutputTokens: 100 });
      expect(checkRequest(api, await session.build(base))).toEqual([]);
      await close();
    }
  });
});
