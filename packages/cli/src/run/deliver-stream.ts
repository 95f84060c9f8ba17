import type { BoundContext, BoundedResult, Captured, ResultCapture } from '@spillway/core';

/** One stream, captured to its end. */
export interface CapturedStream {
  readonly capture: ResultCapture;
  readonly captured: Captured;
  /** How the command failed: a notice then names it, and shows the end and what looks like the reason. */
  readonly failure?: string;
}

/** One stream of a command as it is delivered. */
export interface Delivered {
  readonly result: BoundedResult;
  /** The very bytes of the stream, where all are delivered. */
  readonly exact?: Uint8Array;
  /** What is delivered takes this much, encoded. */
  readonly encodedBytes: number;
}

/**
 * Makes one stream fit a budget.
 *
 * Contract: undefined for a stream that printed nothing. A text that fits is delivered byte for byte.
 * @throws SpillwayError `budget-too-small` where not even a notice fits.
 */
export async function deliverStream(stream: CapturedStream, maxResultBytes: number): Promise<Delivered | undefined> {
  const { capture, captured, failure } = stream;
  if (captured.producedBytes === 0) return undefined;
  const result = await capture.present(captured, { maxResultBytes, ...failureContext(failure) });
  // Nothing but white space is complete as words that say so; as long as it fits, a shell gets the white space itself.
  const encodedBytes = result.complete ? encodedLength(captured.head) : result.deliveredBytes;
  if (!result.complete || encodedBytes > maxResultBytes) return { result, encodedBytes: result.deliveredBytes };
  return { result, exact: captured.head, encodedBytes };
}

function failureContext(label: string | undefined): Partial<BoundContext> {
  return label === undefined ? {} : { isError: true, failureInLabel: true, label };
}

function encodedLength(text: Uint8Array): number {
  return Buffer.byteLength(JSON.stringify([{ type: 'text', text: Buffer.from(text).toString() }]));
}
