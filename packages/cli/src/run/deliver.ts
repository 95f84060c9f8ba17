import type { BoundedResult, Captured, ResultCapture } from '@spillway/core';
import { splitBudget } from './split-budget.ts';

/** One stream of a command as it is delivered. */
export interface Delivered {
  readonly result: BoundedResult;
  /** The very bytes of the stream, where all are delivered. */
  readonly exact?: Uint8Array;
}

/** The streams of a command; one that printed nothing is absent. */
export interface DeliveredStreams {
  readonly stdout?: Delivered;
  readonly stderr?: Delivered;
}

/** One stream, captured to its end. */
export interface CapturedStream {
  readonly capture: ResultCapture;
  readonly captured: Captured;
}

/**
 * Makes both streams of a command fit one budget.
 *
 * Contract: the encoded results add up to at most `maxBytes`; see `splitBudget` for the shares. A stream whose text is
 * whole is delivered byte for byte.
 */
export async function deliverStreams(
  streams: { readonly stdout: CapturedStream; readonly stderr: CapturedStream },
  maxBytes: number,
): Promise<DeliveredStreams> {
  const [stdout, stderr] = [await deliver(streams.stdout, maxBytes), await deliver(streams.stderr, maxBytes)];
  const shares = splitBudget(maxBytes, { stdout: needOf(stdout, maxBytes), stderr: needOf(stderr, maxBytes) });
  const fitted = {
    stdout: stdout && (await shrink(stdout, streams.stdout, shares.stdout)),
    stderr: stderr && (await shrink(stderr, streams.stderr, shares.stderr)),
  };
  return {
    ...(fitted.stdout !== undefined && { stdout: fitted.stdout }),
    ...(fitted.stderr !== undefined && { stderr: fitted.stderr }),
  };
}

async function deliver(stream: CapturedStream, maxResultBytes: number): Promise<Delivered | undefined> {
  const { capture, captured } = stream;
  if (captured.producedBytes === 0) return undefined;
  const result = await capture.present(captured, { maxResultBytes });
  return { result, ...(result.complete && { exact: captured.head }) };
}

/** A notice can use all that there is; a whole text needs what it has. */
function needOf(delivered: Delivered | undefined, maxBytes: number): number {
  if (delivered === undefined) return 0;
  return delivered.result.complete ? delivered.result.deliveredBytes : maxBytes;
}

async function shrink(delivered: Delivered, stream: CapturedStream, share: number): Promise<Delivered> {
  if (delivered.result.deliveredBytes <= share) return delivered;
  return (await deliver(stream, share)) ?? delivered;
}
