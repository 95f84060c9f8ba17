import { rejoinStream } from '../../recover/retry/rejoin-stream.ts';

/** One part of a model's stream, as far as it is read here. */
export interface StreamPart {
  readonly type: string;
  readonly error?: unknown;
}

/** A stream that its reader has from the beginning, and the error that it begins with, where it does. */
export interface PeekedStream<P> {
  readonly stream: ReadableStream<P>;
  readonly refusal?: { readonly error: unknown };
}

/** Parts that come before the first word of an answer. */
const preludes: ReadonlySet<string> = new Set(['stream-start', 'response-metadata', 'raw']);

/**
 * Reads a stream up to its first word of an answer, or to an error before it.
 *
 * Contract: `stream` gives every part, those that were read included, no earlier than it is asked for.
 */
export async function peekStream<P>(source: ReadableStream<P>): Promise<PeekedStream<P>> {
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
  return { stream: rejoinStream(read, reader, isDone), ...(refusal !== undefined && { refusal }) };
}
