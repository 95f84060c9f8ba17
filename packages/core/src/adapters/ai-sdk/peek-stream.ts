import { rejoinStream } from '../../recover/retry/rejoin-stream.ts';
import { markRefused } from '../../recover/retry/start-stream.ts';

/** One part of a model's stream, as far as it is read here. */
export interface StreamPart {
  readonly type: string;
  readonly error?: unknown;
}

/** Parts that come before the first word of an answer. */
const preludes: ReadonlySet<string> = new Set(['stream-start', 'response-metadata', 'raw']);

/**
 * Reads a stream up to its first word of an answer, or to an error before it.
 *
 * Contract: the stream that comes back gives every part, those that were read included, no earlier than it is asked
 * for. Where it begins with an error, recovery takes an answer with it for a refusal.
 */
export async function peekStream<P>(source: ReadableStream<P>): Promise<ReadableStream<P>> {
  const reader = source.getReader();
  const read: P[] = [];
  let isDone = false;
  let refusal: { readonly error: unknown } | undefined;
  for (;;) {
    const { value, done } = await reader.read();
    isDone = done;
    if (done) break;
    read.push(value);
    const part = value as StreamPart;
    if (part.type === 'error') refusal = { error: part.error };
    if (!preludes.has(part.type)) break;
  }
  const stream = rejoinStream(read, reader, isDone);
  if (refusal !== undefined) markRefused(stream, refusal);
  return stream;
}
