import { describe, expect, it } from 'vitest';
import { refusalInStream, startStream } from '../../../src/recover/retry/start-stream.ts';

interface Watched {
  readonly stream: AsyncIterable<object>;
  readonly given: () => number;
  readonly isLeft: () => boolean;
}

function watched(events: readonly object[], failure?: Error): Watched {
  let given = 0;
  let isLeft = false;
  async function* iterate(): AsyncGenerator<object> {
    try {
      for (const event of events) {
        given += 1;
        yield event;
      }
      if (failure !== undefined) throw failure;
    } finally {
      isLeft = true;
    }
  }
  return { stream: iterate(), given: () => given, isLeft: () => isLeft };
}

async function readAll(stream: AsyncIterable<object>): Promise<{ events: object[]; error?: unknown }> {
  const events: object[] = [];
  try {
    for await (const event of stream) events.push(event);
    return { events };
  } catch (error) {
    return { events, error };
  }
}

const start = { type: 'message_start' };
const word = { type: 'content_block_delta', delta: { text: 'Hi' } };
const tooLong = new Error('prompt is too long: 9 tokens > 8 maximum');

describe('a stream of an SDK', () => {
  it('gives every event of an answer, read one ahead', async () => {
    const source = watched([start, { messageStart: { role: 'assistant' } }, word, word]);
    const started = await startStream(source.stream);
    expect(source.given()).toBe(3);
    expect(refusalInStream(started)).toBeUndefined();
    expect(await readAll(started)).toEqual({ events: [start, { messageStart: { role: 'assistant' } }, word, word] });
  });

  it('that fails before the first word is a refusal, and still fails where it failed', async () => {
    const started = await startStream(watched([start], tooLong).stream);
    expect(refusalInStream(started)).toEqual({ error: tooLong });
    expect(refusalInStream({ stream: started, $metadata: {} })).toEqual({ error: tooLong });
    expect(await readAll(started)).toEqual({ events: [start], error: tooLong });
  });

  it('that begins with an event of failure is a refusal, and still gives it', async () => {
    const failed = { type: 'response.failed', response: { error: { code: 'context_length_exceeded' } } };
    const started = await startStream(watched([{ type: 'response.created' }, failed]).stream);
    expect(refusalInStream(started)).toEqual({ event: failed });
    expect(await readAll(started)).toEqual({ events: [{ type: 'response.created' }, failed] });
  });

  it('that fails behind a word is an answer', async () => {
    const started = await startStream(watched([start, word], tooLong).stream);
    expect(refusalInStream(started)).toBeUndefined();
    expect(await readAll(started)).toEqual({ events: [start, word], error: tooLong });
  });

  it('that is empty is an answer', async () => {
    const started = await startStream(watched([]).stream);
    expect(refusalInStream(started)).toBeUndefined();
    expect(await readAll(started)).toEqual({ events: [] });
  });

  it.each([1, 3])('is left where its reader leaves after %i events', async (count) => {
    const source = watched([start, word, word, word, word]);
    let seen = 0;
    for await (const _ of await startStream(source.stream)) if (++seen === count) break;
    expect(source.isLeft()).toBe(true);
  });
});

it('other answers hold no refusal', () => {
  expect([undefined, null, 'x', {}, { stream: 'x' }, { stream: null }].map(refusalInStream)).toEqual(
    Array.from({ length: 6 }, () => undefined),
  );
});
