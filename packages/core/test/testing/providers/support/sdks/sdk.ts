import type { Refusal, RefusalForm } from '../../../../../src/testing/providers/refusal.ts';

/** Refusals that are told to an SDK, by name. */
export const refusals = {
  prompt: { kind: 'prompt', inputTokens: 1057, limitTokens: 1000 },
  sum: { kind: 'prompt-plus-output', inputTokens: 950, outputTokens: 100, limitTokens: 1000 },
  bytes: { kind: 'request-bytes', maxBytes: 1000 },
  throttled: { kind: 'throttled', retryAfterSeconds: 7 },
  wrapped: { kind: 'prompt', inputTokens: 1057, limitTokens: 1000, wrappedStatus: 500 },
} as const satisfies Record<string, Refusal>;

/** An answer as an SDK gives it to its user. */
export interface Parsed {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
  readonly ids: readonly (string | undefined)[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly stop: string | null | undefined;
}

/** A refusal as an SDK throws it. */
export interface Thrown {
  readonly errorClass: string;
  readonly status: number | undefined;
  readonly message: string;
}

/** One API of an SDK, its own retries off: how it is asked, and what it has to make of replies. */
export interface Sdk {
  readonly name: string;
  readonly ask: (url: string, text: string) => Promise<Parsed>;
  readonly stream: (url: string, text: string) => Promise<Parsed>;
  readonly toThrown: (error: unknown) => Thrown;
  readonly stop: string;
  readonly idPattern: RegExp;
  readonly refusals: Readonly<Partial<Record<keyof typeof refusals, Thrown>>>;
  readonly inStreamForm?: RefusalForm;
  readonly inStream: Thrown;
}

/** Tokens that every request reserves for its answer, and the schema of its one tool, `lookup`. */
export const maxTokens = 100;
export const parameters = { type: 'object' as const, properties: { id: { type: 'string' } }, required: ['id'] };

export function className(error: unknown): string {
  return (error as Error).constructor.name;
}

export function thrown(errorClass: string, status: number | undefined, message: string): Thrown {
  return { errorClass, status, message };
}
