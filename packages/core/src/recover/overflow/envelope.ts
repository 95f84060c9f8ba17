/**
 * A provider's answer as far as it is known.
 *
 * One of `body`, `error`, `event` and `usage` carries the text; more than one is read together.
 */
export interface ErrorEnvelope {
  /** The provider or server: `anthropic`, `vllm`. */
  readonly provider?: string | null;
  /** The interface that was called: `chat.completions`, `embeddings`. */
  readonly api?: string | null;
  readonly status?: number | null;
  readonly code?: string | number | null;
  readonly type?: string | null;
  readonly headers?: unknown;
  /** The body of a response: a value, or text that may hold JSON, a Python literal or server-sent events. */
  readonly body?: unknown;
  /**
   * What was thrown: an Error, an error of an SDK with `status` and `error`, or one with `statusCode` and
   * `responseBody`.
   */
  readonly error?: unknown;
  /** An event of a stream, as an object or as text. */
  readonly event?: unknown;
  /** The usage of a response that succeeded, in any provider's names. */
  readonly usage?: unknown;
  /** The model's window, for what only usage shows. */
  readonly windowTokens?: number | null;
  /** How large the request was, for what only usage shows. */
  readonly sentBytes?: number | null;
}
