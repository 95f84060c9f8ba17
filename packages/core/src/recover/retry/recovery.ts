import type { JsonObject } from '../wire/json.ts';
import type { Send } from './ask.ts';
import { toBody } from './draft.ts';
import { prepareDraft } from './prepare-draft.ts';
import type { RecoveryOptions } from './recovery-options.ts';
import { createRecoveryState } from './recovery-state.ts';
import { sendDraft } from './send-draft.ts';

export interface SendOptions {
  readonly signal?: AbortSignal;
}

/** Sends requests, and keeps a conversation alive when one is refused as too large. */
export interface Recovery {
  /**
   * Sends a request. Its transcript is bounded first; a refusal for size is answered by one smaller request.
   *
   * Contract: `send` is called with the body to send, and throws or returns what its client gives: an error of any SDK,
   * a `Response`, an answer. It must not retry by itself, and hands the attempt's `signal` to its client; after an
   * abort it is not called again. What it returns for the answered request is returned, and what it throws for a
   * refusal that is not about size is thrown, unchanged.
   * @throws SpillwayError `overflow` where the request cannot be made to fit, `request-refused` where it grew and is
   * refused for a reason that is not known; what the provider said is the `cause` of both.
   */
  send<R, B extends object>(body: B, send: Send<R, B>, options?: SendOptions): Promise<R>;
  /** Returns the body as `send` would send it first. */
  prepare<B extends object>(body: B): Promise<B>;
}

/**
 * Creates the one owner of a conversation's retries.
 *
 * Contract: a refusal for size leads to at most one smaller request in a `send`; throttling and trouble of the network
 * are waited for, bounded, honouring Retry-After; everything else is handed on at once. No tool is run. The caller's
 * objects are never changed, and a part that was shortened once has the same bytes in every later request.
 */
export function createRecovery(options: RecoveryOptions): Recovery {
  const state = createRecoveryState(options);
  return {
    async prepare<B extends object>(body: B): Promise<B> {
      return toBody(await prepareDraft(state, body as JsonObject)) as B;
    },
    async send<R, B extends object>(body: B, send: Send<R, B>, { signal }: SendOptions = {}): Promise<R> {
      signal?.throwIfAborted();
      const draft = await prepareDraft(state, body as JsonObject);
      return sendDraft(state, draft, send as unknown as Send<R>, signal);
    },
  };
}
