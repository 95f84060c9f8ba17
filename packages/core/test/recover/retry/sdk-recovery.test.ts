import { afterEach, describe, expect, it } from 'vitest';
import { SpillwayError } from '../../../src/errors.ts';
import type { Refusal } from '../../../src/testing/providers/refusal.ts';
import {
  type ScriptedProvider,
  type ScriptedProviderOptions,
  startScriptedProvider,
} from '../../../src/testing/providers/scripted-provider.ts';
import { log, requestOf, startRecovery } from './support/recovering.ts';
import { recoveringSdks } from './support/recovering-sdks.ts';

let provider: ScriptedProvider;
const start = async (options: ScriptedProviderOptions): Promise<ScriptedProvider> => {
  provider = await startScriptedProvider(options);
  return provider;
};
afterEach(() => provider.close());

const statuses = (): (number | undefined)[] => provider.requests.map(({ status }) => status);
const sizes = (): number[] => provider.requests.map(({ bytes }) => bytes.byteLength);
const bodies = (): number => new Set(provider.requests.map(({ bytes }) => bytes.toString())).size;
const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => new Error('no error'),
    (error: Error) => error,
  );

const nearMisses: readonly Refusal[] = [
  { kind: 'throttled' },
  { kind: 'overloaded' },
  { kind: 'server-error' },
  { kind: 'invalid-request', message: 'temperature: must be at most 1' },
  { kind: 'malformed-json' },
];

describe.each(recoveringSdks)('$name', ({ api, errors, send, textOf }) => {
  const read = async (answer: unknown): Promise<string> => textOf(answer as never);
  const body = requestOf(api, { results: [log(60_000)] });

  it('BC-151 one refused request costs one smaller one', async () => {
    await start({ maxRequestBytes: 45_000, script: [{ text: 'done' }] });
    const { recovery } = startRecovery(api);
    const before = structuredClone(body);
    expect(await read(await recovery.send(body, send(provider.url)))).toBe('done');
    expect(statuses()).toEqual([expect.any(Number), 200]);
    expect(statuses()[0]).toBeGreaterThanOrEqual(400);
    expect(sizes()[1]).toBeLessThan(10_000);
    expect(body).toEqual(before);
  });

  it('BC-151 where every request is refused there are two, and an error says what to do', async () => {
    await start({ script: () => ({ refuse: { kind: 'prompt' } }) });
    const { recovery } = startRecovery(api);
    const error = (await failure(recovery.send(body, send(provider.url)))) as SpillwayError;
    expect(error).toMatchObject({ code: 'overflow', facts: { givenUp: 'still-too-large' } });
    expect(error.message).toMatch(/Go on in a new conversation\.$|Send a shorter message/);
    expect(error.cause).toBeInstanceOf(Error);
    expect(sizes()).toHaveLength(2);
    expect(sizes()[1]).toBeLessThan(sizes()[0] as number);
  });

  it.each(nearMisses)('BC-147 BC-148 $kind cuts nothing, and is thrown as it is', async (refuse) => {
    await start({ script: [{ refuse }] });
    const { recovery, events } = startRecovery(api, { retry: { maxRetries: 0 } });
    const error = await failure(recovery.send(body, send(provider.url)));
    expect(SpillwayError.isInstance(error)).toBe(false);
    expect(error.constructor.name === 'Error' ? error.name : error.constructor.name).toMatch(errors);
    expect(statuses()).toHaveLength(1);
    expect(events.map(({ type }) => type)).toEqual(['request-refused']);
  });

  it('waits as long as the provider says, and sends the same again', async () => {
    await start({ script: [{ refuse: { kind: 'throttled', retryAfterSeconds: 7 } }, { text: 'done' }] });
    const { recovery, waits } = startRecovery(api);
    expect(await read(await recovery.send(body, send(provider.url)))).toBe('done');
    expect(waits).toEqual([7_000]);
    expect(statuses()).toEqual([429, 200]);
    expect(bodies()).toBe(1);
  });

  it('waits no more often than it is told', async () => {
    await start({ script: () => ({ refuse: { kind: 'throttled', retryAfterSeconds: 1 } }) });
    const { recovery, waits } = startRecovery(api, { retry: { maxRetries: 2 } });
    const error = await failure(recovery.send(body, send(provider.url)));
    expect(SpillwayError.isInstance(error)).toBe(false);
    expect(waits).toEqual([1_000, 1_000]);
    expect(statuses()).toEqual([429, 429, 429]);
    expect(bodies()).toBe(1);
  });

  it('sends again what was dropped on the way', async () => {
    await start({ script: [{ drop: 'before-answer' }, { text: 'done' }] });
    const { recovery } = startRecovery(api);
    expect(await read(await recovery.send(body, send(provider.url)))).toBe('done');
    expect(statuses()).toEqual([undefined, 200]);
    expect(bodies()).toBe(1);
  });

  it('stops at an abort, and asks no more', async () => {
    const abort = new AbortController();
    let asked = 0;
    await start({
      script: () => {
        asked += 1;
        abort.abort();
        return new Promise(() => {});
      },
    });
    const { recovery, waits } = startRecovery(api);
    const error = await failure(recovery.send(body, send(provider.url), { signal: abort.signal }));
    expect(error.message).toMatch(/abort/i);
    expect({ asked, waits }).toEqual({ asked: 1, waits: [] });
  });
});

describe.each(recoveringSdks.filter(({ isStreamed }) => isStreamed))('$name', ({ api, send, textOf }) => {
  const read = async (answer: unknown): Promise<string> => textOf(answer as never);
  const body = requestOf(api, { results: [log(60_000)] });

  it('recovers from a refusal inside of the stream', async () => {
    await start({ maxRequestBytes: 45_000, form: { isInStream: true }, script: [{ text: 'done' }] });
    const { recovery } = startRecovery(api);
    expect(await read(await recovery.send(body, send(provider.url)))).toBe('done');
    expect(statuses()).toEqual([200, 200]);
    expect(sizes()[1]).toBeLessThan(10_000);
  });

  it('never sends again behind the first word', async () => {
    const refuse = { kind: 'prompt', isInStream: true } as const;
    await start({ script: [{ refuse, after: { text: 'Some words that are there already, and more of them.' } }] });
    const { recovery } = startRecovery(api);
    const answer = await recovery.send(body, send(provider.url));
    await failure(read(answer));
    expect(statuses()).toEqual([200]);
  });
});
