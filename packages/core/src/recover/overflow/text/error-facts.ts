/** What an envelope says, gathered from wherever it stands. */
export interface ErrorFacts {
  /** Texts of errors, in the form of `plainText`, the outermost first, each once. */
  readonly messages: readonly string[];
  /** Codes, types and names of errors, in lower case. */
  readonly codes: ReadonlySet<string>;
  /** HTTP statuses, the outermost first. */
  readonly statuses: readonly number[];
  /** Why the model stopped, in lower case. */
  readonly stops: ReadonlySet<string>;
  readonly provider: string;
  readonly api: string;
  /** A field of the request that the error names. */
  readonly param?: string;
  /** Numbers that stand beside a message. */
  readonly limit?: number;
  readonly requested?: number;
  /** An error is told by form: a status, a field of that name, or that one was thrown. */
  readonly isError: boolean;
  readonly retryAfterMs?: number;
}
