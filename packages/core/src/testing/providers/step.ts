import type { ProviderRequest } from './provider-request.ts';
import type { Refusal } from './refusal.ts';

/** A call that the model makes. */
export interface ScriptedToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Where tools are listed in namespaces (OpenAI Responses), the one of this tool. */
  readonly namespace?: string;
  /** Default: one in the provider's own form. */
  readonly id?: string;
}

/** Why the model stopped, in one word for all providers; each API has its own for it. */
export type StopReason = 'end' | 'tool-calls' | 'max-output' | 'context-window' | 'filtered';

export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What the model answers. */
export interface AnswerStep {
  readonly text?: string;
  readonly toolCalls?: readonly ScriptedToolCall[];
  /** Default: `tool-calls` where there are some, else `end`. */
  readonly stopReason?: StopReason;
  /** Default: counted from the bytes of the request and of the answer. */
  readonly usage?: Partial<TokenUsage>;
}

/** The provider refuses in its own words. */
export interface RefusalStep {
  readonly refuse: Refusal;
  /** For a refusal in a stream: half the events of this answer come before it. */
  readonly after?: AnswerStep;
}

/** A reply as it is, whatever the API. */
export interface RawStep {
  readonly raw: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    /** An object is sent as JSON. */
    readonly body: string | Uint8Array | object;
  };
}

/** The connection ends: before any reply, or after half the bytes of an answer. */
export interface DropStep {
  readonly drop: 'before-answer' | 'during-answer';
  readonly answer?: AnswerStep;
}

/** What is done with one request. */
export type Step = AnswerStep | RefusalStep | RawStep | DropStep;

/**
 * Decides from the request what is done with it.
 *
 * Contract: called once for each request that is not refused before; what it throws becomes a 400 reply that carries
 * the message, so that no SDK tries again.
 */
export type Responder = (request: ProviderRequest) => Step | Promise<Step>;

/** Steps for one request each, in their order; or a function that answers every request. */
export type Script = readonly (Step | Responder)[] | Responder;
