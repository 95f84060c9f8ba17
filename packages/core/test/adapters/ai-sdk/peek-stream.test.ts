import { describe, expect, it } from 'vitest';
import { peekStream } from '../../../src/adapters/ai-sdk/peek-stream.ts';
import { refusalInStream } from '../../../src/recover/retry/start-stream.ts';

type Part = { type: string; error?: unknown };

function streamOf(parts: readonly Part[]) {
  const asked = { count: 0, cancelled: undefined as unknown };
  const stream = new ReadableStream<Part>(
    {
      pull(controller) {
        const part = parts[asked.count++];
        if (part === undefined) controller.close();
        else controller.enqueue(part);
      },
      cancel(reason) {
        asked.cancelled = reason;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, asked };
}

const error = new Error('too long');
const start = { type: 'stream-start' };
const metadata = { type: 'response-metadata' };
const delta = { type: 'text-delta' };

describe('a stream that is looked into', () => {
  it.each<[string, Part[], number, boolean]>([
    ['an error at once', [{ type: 'error', error }], 1, true],
    ['an error behind its preludes', [start, { type: 'raw' }, metadata, { type: 'error', error }, delta], 4, true],
    ['an answer', [start, delta, { type: 'error', error }], 2, false],
    ['nothing', [], 1, false],
    ['preludes alone', [start, metadata], 3, false],
  ])('%s: gives every part, and reads no further than it must', async (_, parts, readCount, isRefused) => {
    const { stream: source, asked } = streamOf(parts);
    const stream = await peekStream(source);
    expect(asked.count).toBe(readCount);
    expect(refusalInStream({ stream })).toEqual(isRefused ? { error } : undefined);
    const given: Part[] = [];
    for await (const part of stream) given.push(part);
    expect(given).toEqual(parts);
  });

  it('is read as it is asked for, and not ahead', async () => {
    const { stream: source, asked } = streamOf([start, delta, delta, delta]);
    const reader = (await peekStream(source)).getReader();
    const counts: number[] = [];
    for (let read = 0; read < 3; read += 1) {
      await reader.read();
      await new Promise(setImmediate);
      counts.push(asked.count);
    }
    expect(counts).toEqual([2, 2, 3]);
  });

  it('is cancelled with its copy', async () => {
    const { stream: source, asked } = streamOf([start, delta, delta]);
    const stream = await peekStream(source);
    await stream.cancel('enough');
    expect(asked.cancelled).toBe('enough');
  });
});
