import type { OverflowClassification } from '../overflow/classification.ts';
import { classifyOverflow } from '../overflow/classify-overflow.ts';
import type { ErrorEnvelope } from '../overflow/envelope.ts';
import type { JsonObject } from '../wire/json.ts';
import { readResponse } from './read-response.ts';
import type { RecoveryOptions } from './recovery-options.ts';

/** Which sending of a request this is. */
export interface Attempt {
  /** From 1. */
  readonly number: number;
  readonly signal?: AbortSignal;
}

export type Send<R> = (body: JsonObject, attempt: Attempt) => Promise<R>;

/** What came of sending a request once. */
export type Reply<R> =
  | { readonly kind: 'answer'; readonly answer: R }
  | {
      readonly kind: 'refusal';
      readonly classification: OverflowClassification;
      /** What was thrown, or nothing where it was returned. */
      readonly thrown?: { readonly error: unknown };
      /** What was returned. */
      readonly answer?: R;
    };

/** Sends a request once, and reads whether it was answered or refused, in whatever form that came. */
export async function ask<R>(
  send: Send<R>,
  body: JsonObject,
  attempt: Attempt,
  api: string,
  { provider, refusalOf }: RecoveryOptions,
): Promise<Reply<R>> {
  const known = { api, ...(provider !== undefined && { provider }) };
  const classify = (envelope: ErrorEnvelope): OverflowClassification => classifyOverflow({ ...known, ...envelope });
  let answer: R;
  try {
    answer = await send(body, attempt);
  } catch (error) {
    if (attempt.signal?.aborted) throw error;
    return { kind: 'refusal', classification: classify({ error }), thrown: { error } };
  }
  const refusal = refusalOf?.(answer);
  if (refusal !== undefined) return { kind: 'refusal', classification: classify(refusal), answer };
  if (!(answer instanceof Response)) return { kind: 'answer', answer };
  const { response, envelope } = await readResponse(answer);
  if (envelope === undefined) return { kind: 'answer', answer: response as R };
  return { kind: 'refusal', classification: classify(envelope), answer: response as R };
}
