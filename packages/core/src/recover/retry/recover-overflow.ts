import type { JsonObject } from '../wire/json.ts';
import type { Send } from './ask.ts';
import { createRecovery, type SendOptions } from './recovery.ts';
import type { RecoveryOptions } from './recovery-options.ts';

/** One request, and how it is sent. */
export interface OverflowRequest<R> extends RecoveryOptions, SendOptions {
  readonly body: JsonObject;
  readonly send: Send<R>;
}

/**
 * Sends one request, and recovers where it is refused as too large.
 *
 * Contract: as `createRecovery(options).send(body, send)`. Nothing is remembered for the next request: a loop that keeps
 * its transcript uses one `createRecovery` for all of its requests, so that what was shortened once stays so.
 * @throws SpillwayError `overflow` where the request cannot be made to fit.
 */
export async function recoverOverflow<R>({ body, send, signal, ...options }: OverflowRequest<R>): Promise<R> {
  return createRecovery(options).send(body, send, signal === undefined ? {} : { signal });
}
