import type { NewId } from './parts/ids.ts';
import type { JsonObject } from './parts/json.ts';
import type { ProviderRequest } from './provider-request.ts';
import type { RefusalFacts, RefusalForm } from './refusal.ts';
import type { ProviderApi } from './rules/rule.ts';
import type { ScriptedToolCall, StopReason, TokenUsage } from './step.ts';

/** What a request asks for: an answer, or only how many tokens it has. */
export type Operation = 'answer' | 'count-tokens';

/** A request as it came, its body parsed. */
export interface IncomingCall {
  /** With its query. */
  readonly path: string;
  readonly body: JsonObject;
  readonly byteLength: number;
}

/** What an API reads from a call, beside the call itself. */
export type ParsedRequest = Omit<ProviderRequest, 'api' | keyof IncomingCall>;

/** An answer with everything that a script may leave open. */
export interface Answer {
  readonly text: string;
  readonly toolCalls: readonly ScriptedToolCall[];
  readonly stopReason: StopReason;
  readonly usage: TokenUsage;
}

/** What is sent back: the status, and the body in the pieces in which it is written. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: readonly (string | Uint8Array)[];
}

/** What an API needs beside the answer. */
export interface ReplyContext {
  readonly request: ProviderRequest;
  readonly newId: NewId;
  /** What was sent of a stream before it is refused. */
  readonly begun?: Reply['chunks'];
}

/**
 * One API, as its provider documents it. Every API is a file with these functions and a row in `apis.ts`.
 *
 * Contract: all functions are pure but for the ids they take; none looks at another request than the one it is given.
 */
export interface ApiRow {
  readonly name: ProviderApi;
  /** True where the provider counts the reserved output against the window too. */
  readonly windowHoldsOutput: boolean;
  /** Says what a POST to this path asks for; `undefined` where the path is not this API's. */
  readonly match: (path: string) => Operation | undefined;
  readonly parseRequest: (call: IncomingCall) => ParsedRequest;
  readonly writeAnswer: (answer: Answer, context: ReplyContext) => Reply;
  readonly streamAnswer: (answer: Answer, context: ReplyContext) => Reply;
  /** @throws TypeError where the API has no such wording. */
  readonly writeRefusal: (facts: RefusalFacts, form: RefusalForm, context: ReplyContext) => Reply;
  readonly writeTokenCount: (inputTokens: number) => Reply;
}
