import { SpillwayError, shareBudget } from '@spillway/core';
import { type CapturedStream, type Delivered, type DeliverOptions, deliverStream } from './deliver-stream.ts';

/** The streams of a command; one that printed nothing is absent. */
export interface DeliveredStreams {
  /** Not even notices fit, so nothing is delivered: the handles that keep the streams. */
  readonly keptOnly?: readonly string[];
  readonly stdout?: Delivered;
  readonly stderr?: Delivered;
}

export interface CapturedStreams {
  readonly stdout: CapturedStream;
  readonly stderr: CapturedStream;
}

/** Of the budget: what a stream that has something to say keeps beside any other; in a small one what a notice needs. */
const minShare = 1 / 6;
const minNoticeBytes = 720;
/** A notice may take more as data than as text, and can use more than it has. */
const noticeSlack = 1.5;

/**
 * Makes both streams of a command fit one budget.
 *
 * Contract: the encoded results add up to at most `maxBytes`; see `shareBudget` for the shares. A stream whose text is
 * whole is delivered byte for byte. Long names of stores may make notices longer than their share: that is an answer,
 * not an error, and both streams are kept.
 */
export async function deliverStreams(
  streams: CapturedStreams,
  maxBytes: number,
  options: DeliverOptions = {},
): Promise<DeliveredStreams> {
  try {
    return await deliverBoth(streams, maxBytes, options);
  } catch (error) {
    if (SpillwayError.isInstance(error) && error.code === 'budget-too-small') return keepBoth(streams);
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
  const needs = [stdout, stderr].map((delivered) => needOf(delivered, maxBytes));
  const [stdoutShare = 0, stderrShare = 0] = shareBudget(maxBytes, needs, minBytesOf(maxBytes));
  const fitted = {
    stdout: stdout && (await shrink(stdout, streams.stdout, stdoutShare, options)),
    stderr: stderr && (await shrink(stderr, streams.stderr, stderrShare, options)),
  };
  return {
    ...(fitted.stdout !== undefined && { stdout: fitted.stdout }),
    ...(fitted.stderr !== undefined && { stderr: fitted.stderr }),
  };
}

async function keepBoth({ stdout, stderr }: CapturedStreams): Promise<DeliveredStreams> {
  const handles = [await keep(stdout), await keep(stderr)].filter((id) => id !== undefined);
  return { keptOnly: [...new Set(handles)] };
}

async function keep({ capture, captured }: CapturedStream): Promise<string | undefined> {
  if (captured.producedBytes === 0 || captured.handle !== undefined) return captured.handle?.id;
  try {
    return (await capture.present(captured, { alwaysNotice: true })).handle?.id;
  } catch {
    // Its notice needs more than all there is; what is listed as stored holds it.
    return undefined;
  }
}

function minBytesOf(maxBytes: number): number {
  return Math.floor(Math.min(maxBytes / 2, Math.max(maxBytes * minShare, minNoticeBytes)));
}

function needOf(delivered: Delivered | undefined, maxBytes: number): number {
  if (delivered === undefined) return 0;
  if (isWholeText(delivered)) return delivered.encodedBytes;
  const wanted = Math.max(delivered.encodedBytes * noticeSlack, minBytesOf(maxBytes));
  return Math.min(maxBytes, Math.ceil(wanted));
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
