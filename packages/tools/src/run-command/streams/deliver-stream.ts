import { answerBytes, type BoundContext, type BoundedResult, type Captured, type ResultCapture } from '@spillway/core';
import { type FoldedText, foldTerminalText } from './fold-terminal-text.ts';

/** One stream, captured to its end. */
export interface CapturedStream {
  readonly capture: ResultCapture;
  readonly captured: Captured;
  /** How the command failed: a notice then names it, and shows the end and what looks like the reason. */
  readonly failure?: string;
}

/** How streams are delivered. */
export interface DeliverOptions {
  /**
   * What was written for a terminal is delivered as it would show it, and kept as it is; otherwise it passes as it
   * came.
   */
  readonly foldsTerminal?: boolean;
  /** Encoded bytes that are written around a stream that is whole; a notice stands by itself. */
  readonly frameBytes?: number;
}

/** One stream of a command as it is delivered. */
export interface Delivered {
  readonly result: BoundedResult;
  /** The very bytes of the stream, where all are delivered. */
  readonly exact?: Uint8Array;
  /** All of the stream as a terminal shows it; `result` keeps its bytes. */
  readonly folded?: FoldedText;
  /** What is delivered takes this much, encoded. */
  readonly encodedBytes: number;
}

/**
 * Makes one stream fit a budget.
 *
 * Contract: undefined for a stream that printed nothing. A text that fits is delivered byte for byte.
 * @throws SpillwayError `budget-too-small` where not even a notice fits.
 */
export async function deliverStream(
  stream: CapturedStream,
  maxResultBytes: number,
  options: DeliverOptions = {},
): Promise<Delivered | undefined> {
  const { capture, captured, failure } = stream;
  if (captured.producedBytes === 0) return undefined;
  const { foldsTerminal = false, frameBytes = 0 } = options;
  const folded = foldsTerminal && captured.whole ? foldTerminalText(captured.head) : undefined;
  const foldedBytes = folded === undefined ? 0 : answerBytes(folded.text) + frameBytes;
  if (folded !== undefined && foldedBytes <= maxResultBytes) {
    const result = await capture.present(captured, { alwaysNotice: true, ...failureContext(failure) });
    return { result, folded, encodedBytes: foldedBytes };
  }
  const present = (alwaysNotice: boolean): Promise<BoundedResult> =>
    capture.present(captured, { maxResultBytes, alwaysNotice, ...failureContext(failure) });
  const result = await present(false);
  if (!result.complete) return { result, encodedBytes: result.deliveredBytes };
  // Nothing but white space is complete as words that say so; as long as it fits, the white space itself is delivered.
  const encodedBytes = encodedLength(captured.head) + frameBytes;
  if (encodedBytes <= maxResultBytes) return { result, exact: captured.head, encodedBytes };
  if (captured.head.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)))
    return { result, encodedBytes: result.deliveredBytes };
  const notice = await present(true);
  return { result: notice, encodedBytes: notice.deliveredBytes };
}

/** Turns the bytes of a stream into text. Contract: keeps a byte order mark, as it is a byte of the stream. */
export function exactText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Turns what is delivered of a stream into data; a stream that printed nothing is the empty text. */
export function deliveredJson(delivered: Delivered | undefined): object {
  if (delivered === undefined) return { partial: false, value: '' };
  if (delivered.exact === undefined) return delivered.result.toJson();
  return { partial: false, value: exactText(delivered.exact) };
}

function failureContext(label: string | undefined): Partial<BoundContext> {
  return label === undefined ? {} : { isError: true, failureInLabel: true, label };
}

function encodedLength(text: Uint8Array): number {
  return answerBytes(Buffer.from(text).toString());
}
