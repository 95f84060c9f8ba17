import type { ErrorEnvelope } from '../overflow/envelope.ts';
import { streamEventKind } from './stream-event.ts';
import { thrownEnvelope } from './thrown-envelope.ts';

/** What streams begin with that refuse. */
const refusals = new WeakMap<object, ErrorEnvelope>();

/**
 * Reads an SDK's stream of events up to the first word of its answer, so that recovery sees a refusal that comes inside
 * of the stream: `send: async (body) => startStream(await client.messages.create({ ...body, stream: true }))`.
 *
 * Contract: gives every event, those that were read included, and fails where the SDK's own stream fails. Reads no
 * further than it is asked. Leaving it early ends the SDK's stream.
 */
export async function startStream<T>(stream: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const iterator = stream[Symbol.asyncIterator]();
  const read: T[] = [];
  let envelope: ErrorEnvelope | undefined;
  let failure: { readonly error: unknown } | undefined;
  while (envelope === undefined) {
    try {
      const { value, done } = await iterator.next();
      if (done) break;
      read.push(value);
      const kind = streamEventKind(value);
      if (kind === 'answer') break;
      if (kind === 'error') envelope = { event: value };
    } catch (error) {
      failure = { error };
      envelope = thrownEnvelope(error);
    }
  }
  const started = replay(read, iterator, failure);
  if (envelope !== undefined) markRefused(started, envelope);
  return started;
}

/** Says of a stream what it begins with refuses. */
export function markRefused(stream: object, envelope: ErrorEnvelope): void {
  refusals.set(stream, envelope);
}

/** Returns what an answer refuses with, where it is a stream that was marked so, or holds one as `stream`. */
export function refusalInStream(answer: unknown): ErrorEnvelope | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { stream } = answer as { readonly stream?: unknown };
  return refusals.get(answer) ?? (typeof stream === 'object' && stream !== null ? refusals.get(stream) : undefined);
}

async function* replay<T>(
  read: readonly T[],
  iterator: AsyncIterator<T>,
  failure: { readonly error: unknown } | undefined,
): AsyncGenerator<T> {
  try {
    yield* read;
    if (failure !== undefined) throw failure.error;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
