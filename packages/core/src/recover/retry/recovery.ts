import { SpillwayError } from '../../errors.ts';
import { applyChanges } from '../view/change.ts';
import { heal } from '../view/heal.ts';
import { shrink } from '../view/shrink.ts';
import { weigh } from '../view/weigh.ts';
import { findFormat } from '../wire/formats.ts';
import type { JsonObject } from '../wire/json.ts';
import type { WireFormat } from '../wire/wire-format.ts';
import { ask, type Reply, type Send } from './ask.ts';
import { changeDraft } from './change-draft.ts';
import { type Decision, decide, wantedBelow } from './decide.ts';
import { assertSamePairs, byteLengthOf, type Draft, toBody, toDraft } from './draft.ts';
import { outputTokensOf } from './output-tokens.ts';
import { overflowError } from './overflow-error.ts';
import type { RecoveryOptions } from './recovery-options.ts';
import { createRecoveryState, noteAnswer, placeOf, type RecoveryState } from './recovery-state.ts';
import { defaultRetrySettings, wait, waitBefore } from './waiting.ts';

export interface SendOptions {
  readonly signal?: AbortSignal;
}

/** Sends requests, and keeps a conversation alive when one is refused as too large. */
export interface Recovery {
  /**
   * Sends a request. Its transcript is bounded first; a refusal for size is answered by one smaller request.
   *
   * Contract: `send` is called with the body to send, and throws or returns what its client gives: an error of any SDK,
   * a `Response`, an answer. It must not retry by itself. What it returns for the answered request is returned, and what
   * it throws for a refusal that is not about size is thrown, unchanged.
   * @throws SpillwayError `overflow` where the request cannot be made to fit; what the provider said is its `cause`.
   */
  send<R>(body: JsonObject, send: Send<R>, options?: SendOptions): Promise<R>;
  /** Returns the body as `send` would send it first. */
  prepare(body: JsonObject): Promise<JsonObject>;
}

/**
 * Creates the one owner of a conversation's retries.
 *
 * Contract: refusals for size lead to at most one smaller request each; throttling and trouble of the network are waited
 * for, bounded, honouring Retry-After; everything else is handed on at once. No tool is run. The caller's objects are
 * never changed, and a part that was shortened once has the same bytes in every later request.
 */
export function createRecovery(options: RecoveryOptions): Recovery {
  const state = createRecoveryState(options);
  return {
    prepare: async (body) => toBody(await prepare(state, body)),
    send: async (body, send, sendOptions = {}) => recover(state, await prepare(state, body), send, sendOptions),
  };
}

function formatOf(body: JsonObject, { format }: RecoveryOptions): WireFormat {
  const found = typeof format === 'object' ? format : findFormat(format ?? body);
  if (found === undefined) {
    throw new TypeError(
      format === undefined
        ? 'the API of this request is not known by its shape: name it as `format`'
        : `no format has the name "${String(format)}"`,
    );
  }
  return found;
}

/** Bounds what a request holds, and makes it fit a window that is known. */
async function prepare(state: RecoveryState, body: JsonObject): Promise<Draft> {
  const { options, known } = state;
  const format = formatOf(body, options);
  const given = toDraft(body, format, options.repairs ?? false);
  let draft = given;
  for (let found = known.find(draft.messages, format); found.length > 0; found = known.find(draft.messages, format)) {
    draft = { ...draft, messages: applyChanges(draft.messages, found) };
  }
  const context = { bounder: options.spillway, format };
  const healed = await heal(context, draft.messages);
  if (healed.length > 0) {
    await known.add(draft.messages, healed);
    draft = { ...draft, messages: applyChanges(draft.messages, healed) };
    const savedBytes = healed.reduce((sum, { fromBytes, toBytes }) => sum + fromBytes - toBytes, 0);
    options.onEvent?.({ type: 'view-healed', changeCount: healed.length, savedBytes });
  }
  const fitting = await fitWindow(state, draft);
  assertSamePairs(given, fitting);
  return fitting;
}

/** Shortens a request that is known to be too large before it is sent. */
async function fitWindow(state: RecoveryState, draft: Draft): Promise<Draft> {
  const { options, known, calibration } = state;
  if (options.windowTokens === undefined) return draft;
  const weight = weigh(toBody(draft), draft.format);
  const reserved = outputTokensOf(draft.body, draft.format) ?? 0;
  const save = wantedBelow(weight.tokens * calibration.scale(), options.windowTokens, reserved) / calibration.scale();
  if (save <= 0) return draft;
  const context = { bounder: options.spillway, format: draft.format };
  const changes = await shrink(context, draft.messages, { unit: 'tokens', save, order: options.order ?? 'newest' });
  if (changes.length === 0) return draft;
  await known.add(draft.messages, changes);
  const shorter = { ...draft, messages: applyChanges(draft.messages, changes) };
  options.onEvent?.({
    type: 'view-shrunk',
    changeCount: changes.length,
    savedBytes: byteLengthOf(toBody(draft)) - byteLengthOf(toBody(shorter)),
    handleIds: changes.flatMap(({ handles }) => handles),
  });
  return shorter;
}

async function recover<R>(state: RecoveryState, first: Draft, send: Send<R>, { signal }: SendOptions): Promise<R> {
  const { options } = state;
  const settings = { ...defaultRetrySettings, ...options.retry };
  const pause = options.wait ?? wait;
  let draft = first;
  let isChanged = false;
  let retries = 0;
  for (let number = 1; ; number += 1) {
    const reply = await ask(send, toBody(draft), { number, ...(signal && { signal }) }, draft.format.name, options);
    if (reply.kind === 'answer') {
      noteAnswer(state, draft, options.usageOf?.(reply.answer));
      return reply.answer;
    }
    const decision = decideReply(state, draft, reply);
    if (decision.kind === 'surface') return surface(state, draft, reply);
    let afterMs = waitBefore(retries, reply.classification.retryAfterMs, settings);
    if (decision.kind === 'wait') {
      if (afterMs === undefined) return surface(state, draft, reply);
      retries += 1;
    } else {
      draft = await changeOnce(state, draft, decision, reply, isChanged);
      isChanged = true;
      if (decision.kind !== 'change' || !decision.waits) afterMs = 0;
    }
    options.onEvent?.({ type: 'request-retried', afterMs: afterMs ?? 0, isChanged: decision.kind !== 'wait' });
    if (afterMs) await pause(afterMs, signal);
  }
}

type Refused<R> = Extract<Reply<R>, { kind: 'refusal' }>;

function decideReply<R>(state: RecoveryState, draft: Draft, { classification }: Refused<R>): Decision {
  const { options, limits, calibration, accepted } = state;
  const place = placeOf(state, draft);
  const weight = weigh(toBody(draft), draft.format);
  const { limitTokens, requestedTokens, outcome, isOverflow } = classification;
  options.onEvent?.({
    type: 'request-refused',
    outcome,
    byteLength: weight.byteLength,
    estimatedTokens: weight.tokens,
    ...(limitTokens !== undefined && { limitTokens }),
    ...(requestedTokens !== undefined && { requestedTokens }),
  });
  const window = options.windowTokens !== undefined && { windowTokens: options.windowTokens };
  if (isOverflow && limitTokens !== undefined) {
    const isLearned = limits.learn(place, limitTokens, {
      estimatedTokens: weight.tokens * calibration.scale(),
      ...window,
    });
    if (isLearned) options.onEvent?.({ type: 'limit-learned', limitTokens });
  }
  const outputTokens = outputTokensOf(draft.body, draft.format);
  const knownLimitTokens = limits.find(place) ?? options.windowTokens;
  const acceptedTokens = accepted.get(place);
  return decide(classification, {
    weight,
    scale: calibration.scale(),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(knownLimitTokens !== undefined && { knownLimitTokens }),
    ...(acceptedTokens !== undefined && { acceptedTokens }),
  });
}

async function changeOnce<R>(
  state: RecoveryState,
  draft: Draft,
  decision: Extract<Decision, { kind: 'change' | 'change-item' }>,
  reply: Refused<R>,
  isChanged: boolean,
): Promise<Draft> {
  const { classification } = reply;
  const changed = isChanged ? 'still-too-large' : await changeDraft(state, draft, decision, classification);
  if (typeof changed !== 'string') return changed;
  state.options.onEvent?.({ type: 'recovery-ended', givenUp: changed });
  const cause = reply.thrown === undefined ? reply.answer : reply.thrown.error;
  throw overflowError(changed, classification, weigh(toBody(draft), draft.format), cause);
}

/** A request that grew, and is refused for no reason that is known, may have been too large. */
const grown = 1.2;

function surface<R>(state: RecoveryState, draft: Draft, { classification, thrown, answer }: Refused<R>): R {
  const accepted = state.accepted.get(placeOf(state, draft));
  const { tokens } = weigh(toBody(draft), draft.format);
  const isUnknown = classification.outcome === 'none' && classification.reason === 'unknown';
  if (isUnknown && accepted !== undefined && tokens > grown * accepted) {
    const hint =
      `The provider refused a request for a reason that is not known. It had grown from about ${Math.round(accepted)} to ` +
      `${Math.round(tokens)} tokens since the last one that was answered: it may be too large. Nothing was shortened.`;
    state.options.onEvent?.({ type: 'refusal-unknown', hint });
    if (thrown !== undefined) {
      throw new SpillwayError({
        code: 'request-refused',
        message: hint,
        facts: { isRetryable: false },
        cause: thrown.error,
      });
    }
  }
  if (thrown !== undefined) throw thrown.error;
  return answer as R;
}
