import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChanges } from '../../src/recover/view/change.ts';
import { measureContent } from '../../src/recover/view/content.ts';
import { heal } from '../../src/recover/view/heal.ts';
import { repair } from '../../src/recover/view/repair/repair.ts';
import { shrink } from '../../src/recover/view/shrink.ts';
import { findFormat, resolveFormat } from '../../src/recover/wire/formats.ts';
import { type JsonObject, toJsonText, valueAt } from '../../src/recover/wire/json.ts';
import type { WireFormat } from '../../src/recover/wire/wire-format.ts';
import { createSpillway } from '../../src/spillway.ts';
import { createMemoryStore } from '../../src/store/memory.ts';
import { checkRequest } from '../../src/testing/providers/rules/check-request.ts';
import { arbitraryTranscript } from '../support/arbitrary-transcript.ts';
import { loopApis } from '../support/provider-loop.ts';

const messagesOf = (body: JsonObject, { messagesKey }: WireFormat): readonly JsonObject[] =>
  body[messagesKey] as readonly JsonObject[];

/** The model's thoughts cannot be written by anybody else. */
const cannotBeMended = 'thinking-missing';

function newSpillway(maxResultBytes: number) {
  return createSpillway({ store: createMemoryStore(), scope: 'test', budget: { maxResultBytes } });
}

describe.each(loopApis)('the view of a conversation with %s', (api) => {
  const format = resolveFormat(api);

  it('tells the API by the shape of a body', () => {
    let told = 0;
    fc.assert(
      fc.property(arbitraryTranscript(api), (body) => {
        if (findFormat(body as JsonObject)?.name === api) told += 1;
      }),
      { numRuns: 50 },
    );
    expect(told).toBeGreaterThan(45);
  });

  it('leaves a valid conversation as it is', () => {
    fc.assert(
      fc.property(arbitraryTranscript(api), (body) => {
        const messages = messagesOf(body as JsonObject, format);
        const repaired = repair(messages, format);
        expect(repaired.faults).toEqual([]);
        expect(repaired.messages).toBe(messages);
      }),
    );
  });

  it('BC-130 is valid after messages were lost, doubled or put elsewhere', () => {
    let broken = 0;
    fc.assert(
      fc.property(
        arbitraryTranscript(api),
        fc.array(fc.tuple(fc.constantFrom('drop', 'double', 'move'), fc.nat(), fc.nat()), {
          minLength: 1,
          maxLength: 4,
        }),
        (body, edits) => {
          const messages = [...messagesOf(body as JsonObject, format)];
          for (const [edit, from, to] of edits) {
            const at = from % messages.length;
            const [message] = edit === 'double' ? [messages[at]] : messages.splice(at, 1);
            if (edit !== 'drop' && message) messages.splice(to % (messages.length + 1), 0, message);
            if (messages.length === 0) return;
          }
          const first = messages.findIndex((message) => format.roleOf(message) === 'user');
          const last = messages.findLastIndex((message) => format.roleOf(message) !== 'assistant');
          if (first < 0 || last < first) return;
          const left = messages.slice(first, last + 1);
          const given = { ...(body as JsonObject), [format.messagesKey]: left };
          if (checkRequest(api, given).length > 0) broken += 1;
          const mended = repair(left, format);
          const sent = { ...(body as JsonObject), [format.messagesKey]: mended.messages };
          const faults = checkRequest(api, sent).filter(({ rule }) => rule !== cannotBeMended);
          expect(faults).toEqual([]);
          expect(repair(mended.messages, format).faults).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
    expect(broken).toBeGreaterThan(60);
  });

  it('is valid when results are bounded', async () => {
    let bounded = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryTranscript(api, { maxResultBytes: 20_000 }), async (body) => {
        const context = { bounder: newSpillway(4_096), format };
        const messages = messagesOf(body as JsonObject, format);
        const changes = await heal(context, messages);
        const healed = applyChanges(messages, changes);
        bounded += changes.length;
        expect(checkRequest(api, { ...(body as JsonObject), [format.messagesKey]: healed })).toEqual([]);
        expect(await heal(context, healed)).toEqual([]);
      }),
      { numRuns: 30 },
    );
    expect(bounded).toBeGreaterThan(30);
  });

  it('is valid when everything is shortened, each result within its bytes, and nothing is left to shorten', async () => {
    let shortened = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryTranscript(api, { maxResultBytes: 20_000 }), async (body) => {
        const context = { bounder: newSpillway(65_536), format };
        const messages = messagesOf(body as JsonObject, format);
        const goal = { unit: 'tokens', save: Number.POSITIVE_INFINITY, order: 'newest' } as const;
        const changes = await shrink(context, messages, goal);
        const shrunk = applyChanges(messages, changes);
        shortened += changes.length;
        const sent = { ...(body as JsonObject), [format.messagesKey]: shrunk };
        expect(checkRequest(api, sent)).toEqual([]);
        for (const message of shrunk) {
          for (const part of format.partsOf(message)) {
            if (part.kind !== 'result') continue;
            const content = valueAt(message, part.path);
            expect(measureContent(content, format).textBytes).toBeLessThanOrEqual(2_048);
          }
        }
        expect(await heal(context, shrunk)).toEqual([]);
        expect(await shrink(context, shrunk, goal)).toEqual([]);
      }),
      { numRuns: 30 },
    );
    expect(shortened).toBeGreaterThan(30);
  });

  it('BC-130 is valid wherever it is shortened, and all else keeps its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryTranscript(api, { maxResultBytes: 6_000 }), fc.nat(20_000), async (body, save) => {
        const context = { bounder: newSpillway(65_536), format };
        const messages = messagesOf(body as JsonObject, format);
        const changes = await shrink(context, messages, { unit: 'bytes', save, order: 'largest' });
        const shrunk = applyChanges(messages, changes);
        const changed = new Set(changes.map(({ index }) => index));
        expect(checkRequest(api, { ...(body as JsonObject), [format.messagesKey]: shrunk })).toEqual([]);
        for (const [index, message] of messages.entries()) {
          if (!changed.has(index)) expect(shrunk[index]).toBe(message);
          else expect(toJsonText(shrunk[index]).length).toBeLessThan(toJsonText(message).length);
        }
      }),
      { numRuns: 40 },
    );
  });
});
