import type { JsonObject } from '../wire/json.ts';
import type { Send } from './ask.ts';
import { createRecovery, type SendOptions } from './recovery.ts';
import type { RecoveryOptions } from './recovery-options.ts';

/** One request, and how it is sent. */
export interface OverflowRequest<R, B extends object = JsonObject> extends RecoveryOptions, SendOptions {
  readonly body: B;
  readonly send: Send<R, B>;
}

/**
 * Sends one request, and recovers where it is refused as too large.
 *
 * Contract: as `createRecovery(options).send(body, send)`. Nothing is remembered for the next request: a loop that
 * keeps its transcript uses one `createRecovery` for all of its requests, so that what was shortened once stays so.
 * @throws SpillwayError `overflow` where the request cannot be made to fit.
 */
export async function recoverOverflow<R, B extends object>(request: OverflowRequest<R, B>): Promise<R> {
  const { body, send, signal, ...options } = request;
  return createRecovery(options).send(body, send, signal === undefined ? {} : { signal });
}
