import type { OverflowClassification } from '../overflow/classification.ts';
import { classifyOverflow } from '../overflow/classify-overflow.ts';
import type { ErrorEnvelope } from '../overflow/envelope.ts';
import type { JsonObject } from '../wire/json.ts';
import { isResponse, readResponse } from './read-response.ts';
import type { AnswerUsage, RecoveryOptions } from './recovery-options.ts';
import { refusalInStream } from './start-stream.ts';
import { thrownEnvelope } from './thrown-envelope.ts';
import { usageIn } from './usage-in.ts';

/** Which sending of a request this is. */
export interface Attempt {
  /** From 1. */
  readonly number: number;
  readonly signal?: AbortSignal;
}

/** Sends a body with any client; `B` is the client's own type of a request. */
export type Send<R, B extends object = JsonObject> = (body: B, attempt: Attempt) => Promise<R>;

/** What came of sending a request once. */
export type Reply<R> = { readonly kind: 'answer'; readonly answer: R; readonly usage?: AnswerUsage } | Refused<R>;

/** A refusal, as it was thrown or as it was returned. */
export interface Refused<R> {
  readonly kind: 'refusal';
  readonly classification: OverflowClassification;
  readonly by: { readonly thrown: unknown } | { readonly returned: R };
}

/**
 * Sends a request once, and reads whether it was answered or refused, in whatever form that came.
 *
 * Contract: an aborted request is neither; what it was aborted with is thrown.
 */
export async function ask<R>(
  send: Send<R>,
  body: JsonObject,
  attempt: Attempt,
  api: string,
  options: RecoveryOptions,
): Promise<Reply<R>> {
  const { provider, refusalOf, usageOf } = options;
  const known = { api, ...(provider !== undefined && { provider }) };
  const classify = (envelope: ErrorEnvelope): OverflowClassification => classifyOverflow({ ...known, ...envelope });
  attempt.signal?.throwIfAborted();
  let answer: R;
  let read: Awaited<ReturnType<typeof readResponse>> | undefined;
  try {
    answer = await send(body, attempt);
    if (isResponse(answer)) read = await readResponse(answer);
  } catch (error) {
    if (attempt.signal?.aborted) throw error;
    return { kind: 'refusal', classification: classify(thrownEnvelope(error)), by: { thrown: error } };
  }
  const returned = read === undefined ? answer : (read.response as R);
  const refusal = refusalOf?.(returned) ?? read?.envelope ?? refusalInStream(returned);
  if (refusal !== undefined) return { kind: 'refusal', classification: classify(refusal), by: { returned } };
  const usage = callUsageOf(usageOf, returned) ?? usageIn(read === undefined ? answer : read.value);
  return { kind: 'answer', answer: returned, ...(usage !== undefined && { usage }) };
}

/** An answer is worth more than what is learned from it. */
function callUsageOf(usageOf: RecoveryOptions['usageOf'], answer: unknown): AnswerUsage | undefined {
  try {
    return usageOf?.(answer);
  } catch {
    return undefined;
  }
}
