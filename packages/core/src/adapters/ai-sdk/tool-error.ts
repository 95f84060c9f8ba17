import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorText } from '../../bound/error-text.ts';
import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import { boundFor, envelopeBytes, type OutputCall } from './output-call.ts';
import type { Turns } from './turns.ts';

/**
 * Returns what is thrown in an error's place, so that the text which the AI SDK makes of it fits.
 *
 * Contract: the error itself where its text fits; else an error with its name, a bounded message, and the first one as
 * `cause`. Calls made together have begun when it decides.
 */
export async function boundError(
  error: unknown,
  call: Omit<OutputCall, 'maxResultBytes'>,
  turns: Turns,
): Promise<unknown> {
  const text = messageOf(error);
  await nextTurn();
  const share = { ...call, maxResultBytes: turns.evenShare(call) - nameBytes(error) };
  const shown = (await boundFor(share, text ?? errorText(error), { isError: true })).toText();
  turns.take(call, envelopeBytes(call) + nameBytes(error) + jsonEscapedLength(shown));
  return shown === text ? error : new BoundedError(shown, error);
}

/** An error of which the message is the whole text, in every way that it is written. */
class BoundedError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    if (cause instanceof Error) this.name = cause.name;
  }

  override toString(): string {
    return this.message;
  }
}

/** The text that AI SDK 6 makes of what a tool threw; `undefined` where that would fail. */
function messageOf(error: unknown): string | undefined {
  if (error === undefined || error === null) return 'unknown error';
  if (typeof error === 'string') return error;
  if (error instanceof Error) return error.message;
  try {
    return JSON.stringify(error);
  } catch {
    return undefined;
  }
}

/** AI SDK 7 puts the name of an error before its message. */
function nameBytes(error: unknown): number {
  return error instanceof Error ? jsonEscapedLength(`${error.name}: `) : 0;
}
