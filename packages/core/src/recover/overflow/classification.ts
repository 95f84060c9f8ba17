/** What a refusal is about. An overflow is `prompt` or `prompt_plus_output`; `none` has a reason beside it. */
export type OverflowOutcome =
  | 'prompt'
  | 'prompt_plus_output'
  | 'output_cap'
  | 'oversized_rate_limit'
  | 'request_bytes'
  | 'string_length'
  | 'count'
  | 'image'
  | 'none';

/**
 * Why an outcome is `none`.
 *
 * `history_shape` is a request whose messages break the provider's rules, as a careless cut leaves them: a bug of the
 * sender, and never a reason to cut again.
 */
export type NoOverflowReason =
  | 'authentication'
  | 'billing'
  | 'content_filter'
  | 'embeddings'
  | 'history_shape'
  | 'network'
  | 'overloaded'
  | 'parameter'
  | 'partial_success'
  | 'quota'
  | 'rate_limit'
  | 'schema'
  | 'server_error'
  | 'silent_truncation'
  | 'unknown';

/** Numbers that a refusal states; each is absent where it states none. */
export interface OverflowNumbers {
  /** The window, or the limit for input where the provider has one of its own. */
  readonly limitTokens?: number;
  /** What the request would take, with the reserved output where the provider counts that. */
  readonly requestedTokens?: number;
  /** The prompt alone. */
  readonly inputTokens?: number;
  /** The output that was reserved. */
  readonly outputTokens?: number;
  readonly overByTokens?: number;
  /** What the model writes at most, for `output_cap`. */
  readonly maxOutputTokens?: number;
  readonly limitBytes?: number;
  readonly limitCharacters?: number;
  readonly limitCount?: number;
}

/** What `classifyOverflow` found. */
export interface OverflowClassification extends OverflowNumbers {
  readonly outcome: OverflowOutcome;
  /** True for `prompt` and `prompt_plus_output`. */
  readonly isOverflow: boolean;
  /** For `none`. */
  readonly reason?: NoOverflowReason;
  /** The unchanged request may be sent again later: throttling, overload, trouble of the network or the server. */
  readonly isRetryable: boolean;
  /** What was counted ended at the limit, so the request may be far larger than `requestedTokens`. */
  readonly isLowerBound: boolean;
  readonly retryAfterMs?: number;
  /**
   * For `oversized_rate_limit`: what one request may take, and what this one took; no window, so nothing to be learned.
   */
  readonly rate?: { readonly limitTokens?: number; readonly requestedTokens?: number };
  /** The part of the request that is too large, where it is named: `input[37].output`. */
  readonly item?: string;
  /** The rule that decided, for the operator's log. */
  readonly rule?: string;
}
