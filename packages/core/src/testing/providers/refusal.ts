/** Why a provider refuses. */
export type RefusalKind =
  /** The input alone is larger than the window. */
  | 'prompt'
  /** Input and reserved output together are. */
  | 'prompt-plus-output'
  /** The body has too many bytes. */
  | 'request-bytes'
  /** More output is reserved than the model can write. */
  | 'output-cap'
  /** The request is larger than what a minute allows: waiting never helps. */
  | 'oversized-rate-limit'
  | 'throttled'
  | 'overloaded'
  | 'server-error'
  /** A rule of the API is broken; `message` says which. */
  | 'invalid-request'
  | 'malformed-json';

/** What a proxy in between makes of the refusal of the provider behind it. */
export type WrappedStatus = 429 | 500 | 502 | 503;

/** How a refusal is dressed. */
export interface RefusalForm {
  /** A row of the API's table of wordings for this kind. Default: its first. */
  readonly wording?: string;
  /** Wrapped by a proxy, which sends another status. */
  readonly wrappedStatus?: WrappedStatus;
  /** HTTP 200, and the error as an event of the stream; a request that is not streamed gets the plain form. */
  readonly isInStream?: boolean;
}

/** A refusal to be sent. Numbers that are absent are counted from the request. */
export interface Refusal extends RefusalForm {
  readonly kind: RefusalKind;
  /** Of the window, the model's output or the minute. Default: one less than what was asked for. */
  readonly limitTokens?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly maxBytes?: number;
  /** Sent as `retry-after`, and in the text of the APIs that say it there. */
  readonly retryAfterSeconds?: number;
  /** For `invalid-request`: the provider's words, and the place in the body that they are about. */
  readonly message?: string;
  readonly where?: string;
}

/** A refusal with all its numbers. */
export interface RefusalFacts {
  readonly kind: RefusalKind;
  readonly model: string;
  readonly limitTokens: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly byteLength: number;
  readonly maxBytes: number;
  readonly retryAfterSeconds: number | undefined;
  readonly message: string;
  readonly where: string | undefined;
}

/** A refusal in the words of one provider. */
export interface Envelope {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, an object or array as JSON. */
  readonly body: string | object;
  /** How it is named where the API has more than one way to name an error in a stream. */
  readonly streamName?: string;
}

/** Words a refusal. */
export type Wording = (facts: RefusalFacts) => Envelope;

/** The ways in which one API's servers word their refusals: by kind, then by name, the usual one first. */
export type Wordings = { readonly [Kind in RefusalKind]?: Readonly<Record<string, Wording>> };
