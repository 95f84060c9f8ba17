import type { Capture } from './capture.ts';
import { errorText } from './error-text.ts';
import { jsonChunks } from './json-chunks.ts';
import { readProperty } from './read-property.ts';
import type { BoundContext, ToolResult } from './result.ts';

/** What became of the writing. */
export interface WrittenResult {
  /** The value that a program would see, where that is not the text itself. */
  readonly value?: unknown;
  /** What a stream threw. */
  readonly failure?: unknown;
}

/** Large values are written piece by piece, so that nothing of their size is built and other work gets its turn. */
const sliceLength = 1_048_576;

/**
 * Writes any result into a capture.
 *
 * Contract: a stream may give texts, bytes and JSON values, a value as one line each; one that fails ends the writing
 * with its failure.
 * @throws the reason of an abort.
 */
export async function writeResult(capture: Capture, result: ToolResult, context: BoundContext): Promise<WrittenResult> {
  if (typeof result === 'string' || result instanceof Uint8Array) {
    await writeSlices(capture, result);
    return {};
  }
  if (typeof readProperty(result, Symbol.asyncIterator) === 'function') {
    return writeStream(capture, result as AsyncIterable<unknown>, context);
  }
  if (context.isError) {
    await writeSlices(capture, errorText(result));
    return {};
  }
  if (result === undefined) return {};
  for (const chunk of jsonChunks(result)) await capture.write(chunk);
  return { value: result };
}

async function writeSlices(capture: Capture, content: string | Uint8Array): Promise<void> {
  for (let start = 0; start < content.length; start += sliceLength) {
    const end = start + sliceLength;
    await capture.write(typeof content === 'string' ? content.slice(start, end) : content.subarray(start, end));
  }
}

async function writeStream(
  capture: Capture,
  stream: AsyncIterable<unknown>,
  context: BoundContext,
): Promise<WrittenResult> {
  try {
    for await (const piece of stream) {
      context.signal?.throwIfAborted();
      if (typeof piece === 'string' || piece instanceof Uint8Array) await capture.write(piece);
      else for (const chunk of [...jsonChunks(piece), '\n']) await capture.write(chunk);
    }
    return {};
  } catch (error) {
    context.signal?.throwIfAborted();
    return { failure: error ?? new Error('the stream failed without a reason') };
  }
}
