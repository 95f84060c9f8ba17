import type Anthropic from '@anthropic-ai/sdk';
import { expect, it } from 'vitest';
import { recoverOverflow } from '../../../src/recover/retry/recover-overflow.ts';
import { createRecovery } from '../../../src/recover/retry/recovery.ts';
import type { JsonObject } from '../../../src/recover/wire/json.ts';
import { createSpillway } from '../../../src/spillway.ts';
import { createMemoryStore } from '../../../src/store/memory.ts';
import { log, requestOf } from './support/recovering.ts';

const spillway = createSpillway({ store: createMemoryStore(), scope: 'test' });
/** Takes 45 KB. */
const refusing = async (body: object): Promise<{ readonly sentBytes: number }> => {
  const sentBytes = JSON.stringify(body).length;
  if (sentBytes > 45_000)
    throw Object.assign(new Error('prompt is too long: 15000 tokens > 11250 maximum'), { status: 400 });
  return { sentBytes };
};

it('recovers one request, whatever its client calls a body', async () => {
  const body = requestOf('anthropic-messages', { results: [log(60_000)] }) as unknown as Anthropic.MessageCreateParams;
  const send = (typed: Anthropic.MessageCreateParams) => refusing(typed);
  const { sentBytes } = await recoverOverflow({ spillway, body, send });
  expect(sentBytes).toBeLessThan(10_000);
});

it('reads a refusal out of what was returned, as it is told', async () => {
  const body = requestOf('anthropic-messages', { results: [log(60_000)] });
  const send = (sent: object) => refusing(sent).catch((failed: Error) => ({ sentBytes: 0, failed }));
  const refusalOf = (answer: unknown) => {
    const { failed } = answer as { readonly failed?: Error };
    return failed && { error: failed };
  };
  const answer = await recoverOverflow({ spillway, body, send, refusalOf });
  expect(answer).toEqual({ sentBytes: expect.any(Number) });
  expect(answer.sentBytes).toBeLessThan(10_000);
});

it('sends nothing after an abort', async () => {
  const body = requestOf('openai-chat');
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(recoverOverflow({ spillway, body, send: refusing, signal })).rejects.toThrow('enough');
});

it('prepares a body as it would be sent, and leaves the one that was given', async () => {
  const body = requestOf('openai-chat', { results: [log(100_000)] });
  const before = structuredClone(body);
  const { prepare, send } = createRecovery({ spillway });
  const prepared = await prepare(body);
  const sent: JsonObject[] = [];
  await send(body, async (given) => sent.push(given));
  expect(JSON.stringify(prepared)).toBe(JSON.stringify(sent[0]));
  expect(JSON.stringify(prepared).length).toBeLessThan(70_000);
  expect(body).toEqual(before);
});

it.each<[string, object, object]>([
  ['a body of no known shape', { prompt: 'x' }, {}],
  ['a format of no known name', { messages: [] }, { format: 'smoke-signals' }],
  ['messages that are no objects', { messages: ['x'] }, { format: 'openai-chat' }],
  ['no messages', {}, { format: 'openai-chat' }],
])('refuses %s', async (_, body, options) => {
  await expect(createRecovery({ spillway, ...options }).send(body, refusing)).rejects.toThrow(TypeError);
});

it.each([0, -1, Number.NaN])('refuses a window of %d tokens', (windowTokens) => {
  expect(() => createRecovery({ spillway, windowTokens })).toThrow(TypeError);
});
