import { SpillwayError } from '@spillway/core';
import { type CapturedStream, type Delivered, type DeliverOptions, deliverStream } from './deliver-stream.ts';
import { splitBudget } from './split-budget.ts';

/** The streams of a command; one that printed nothing is absent. */
export interface DeliveredStreams {
  /** Not even notices fit: nothing is delivered. */
  readonly isTooSmall?: boolean;
  readonly stdout?: Delivered;
  readonly stderr?: Delivered;
}

export interface CapturedStreams {
  readonly stdout: CapturedStream;
  readonly stderr: CapturedStream;
}

/**
 * Makes both streams of a command fit one budget.
 *
 * Contract: the encoded results add up to at most `maxBytes`; see `splitBudget` for the shares. A stream whose text is
 * whole is delivered byte for byte. Long names of stores may make notices longer than their share: that is an answer,
 * not an error.
 */
export async function deliverStreams(
  streams: CapturedStreams,
  maxBytes: number,
  options: DeliverOptions = {},
): Promise<DeliveredStreams> {
  try {
    return await deliverBoth(streams, maxBytes, options);
  } catch (error) {
    if (SpillwayError.isInstance(error) && error.code === 'budget-too-small') return { isTooSmall: true };
    throw error;
  }
}

async function deliverBoth(
  streams: CapturedStreams,
  maxBytes: number,
  options: DeliverOptions,
): Promise<DeliveredStreams> {
  const [stdout, stderr] = [
    await deliverStream(streams.stdout, maxBytes, options),
    await deliverStream(streams.stderr, maxBytes, options),
  ];
  const shares = splitBudget(maxBytes, { stdout: needOf(stdout, maxBytes), stderr: needOf(stderr, maxBytes) });
  const fitted = {
    stdout: stdout && (await shrink(stdout, streams.stdout, shares.stdout, options)),
    stderr: stderr && (await shrink(stderr, streams.stderr, shares.stderr, options)),
  };
  return {
    ...(fitted.stdout !== undefined && { stdout: fitted.stdout }),
    ...(fitted.stderr !== undefined && { stderr: fitted.stderr }),
  };
}

/** A notice can use all that there is; a whole text needs what it has. */
function needOf(delivered: Delivered | undefined, maxBytes: number): number {
  if (delivered === undefined) return 0;
  return isWholeText(delivered) ? delivered.encodedBytes : maxBytes;
}

/** A notice that fits as text may still be too long as data, so it is always made for its own share. */
async function shrink(
  delivered: Delivered,
  stream: CapturedStream,
  share: number,
  options: DeliverOptions,
): Promise<Delivered> {
  if (isWholeText(delivered) && delivered.encodedBytes <= share) return delivered;
  return (await deliverStream(stream, share, options)) ?? delivered;
}

function isWholeText({ result, folded }: Delivered): boolean {
  return result.complete || folded !== undefined;
}
