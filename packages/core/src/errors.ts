/** Stable codes of every error Spillway throws. Messages may change between releases; codes do not. */
export type SpillwayErrorCode =
  | 'handle-malformed'
  | 'handle-unknown'
  | 'handle-expired'
  | 'handle-evicted'
  | 'handle-forbidden'
  | 'cursor-malformed'
  | 'cursor-mismatch'
  | 'source-changed'
  | 'source-missing'
  | 'source-denied'
  | 'source-unreadable'
  | 'request-invalid'
  | 'pattern-invalid'
  | 'path-invalid'
  | 'not-json'
  | 'query-too-large'
  | 'past-end'
  | 'path-refused'
  | 'write-refused'
  | 'write-failed'
  | 'edit-mismatch'
  | 'encoding-unsupported'
  | 'budget-too-small'
  | 'key-refused'
  | 'key-undecided'
  | 'setting-invalid'
  | 'overflow'
  | 'request-refused'
  | 'store-full'
  | 'store-unavailable'
  | 'store-insecure'
  | 'record-refused'
  | 'record-version'
  | 'record-unwritable'
  | 'record-damaged'
  | 'request-unknown'
  | 'session-busy'
  | 'aborted';

const marker = Symbol.for('spillway.error');

/** Facts that an error carries; plain JSON values, so that a program can act on them. */
export type ErrorFacts = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Reports a failure with a stable `code`.
 *
 * Contract: `message` is for the program's author and may hold paths; `toModelText()` is what a model may see: what
 * happened and what to do next, without paths or ids it may not know; `cause` is for the operator. `status` follows
 * HTTP's meaning where a caller wants one.
 */
export class SpillwayError extends Error {
  override readonly name: string = 'SpillwayError';
  readonly code: SpillwayErrorCode;
  readonly facts: ErrorFacts;
  readonly #modelText: string;

  constructor(options: {
    code: SpillwayErrorCode;
    message: string;
    /** What a model is told. Default: `message`. */
    modelText?: string;
    facts?: ErrorFacts;
    cause?: unknown;
  }) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.facts = options.facts ?? {};
    this.#modelText = options.modelText ?? options.message;
    Object.defineProperty(this, marker, { value: true });
  }

  /** Returns the text for the model: what happened, and what to do next. */
  toModelText(): string {
    return this.#modelText;
  }

  /** Tells whether a value is a SpillwayError of any installed copy of this package. */
  static isInstance(value: unknown): value is SpillwayError {
    return typeof value === 'object' && value !== null && marker in value;
  }
}
