import { createTokenCalibration, type TokenCalibration } from '../estimate/token-calibration.ts';
import { weigh } from '../view/weigh.ts';
import { byteLengthOf, type Draft, toBody } from './draft.ts';
import { createKnownChanges, type KnownChanges } from './known-changes.ts';
import { createLearnedLimits, type LearnedLimits } from './learned-limits.ts';
import type { AnswerUsage, RecoveryOptions } from './recovery-options.ts';

/** What a recovery learns from one request for the next. */
export interface RecoveryState {
  readonly options: RecoveryOptions;
  readonly known: KnownChanges;
  readonly limits: LearnedLimits;
  readonly calibration: TokenCalibration;
  /** Estimated tokens of the largest request that was taken, by its place. */
  readonly accepted: Map<string, number>;
}

const maxPlaces = 64;

export function createRecoveryState(options: RecoveryOptions): RecoveryState {
  return {
    options,
    known: options.known ?? createKnownChanges(),
    limits: createLearnedLimits(),
    calibration: createTokenCalibration(),
    accepted: new Map(),
  };
}

/** Names the endpoint and model that a request goes to. */
export function placeOf({ options }: RecoveryState, { body }: Draft): string {
  const model = options.model ?? (typeof body.model === 'string' ? body.model : '');
  return `${options.endpoint ?? options.provider ?? ''}\n${model}`;
}

/** Learns from a request that was answered. */
export function noteAnswer(state: RecoveryState, draft: Draft, usage: AnswerUsage | undefined): void {
  const place = placeOf(state, draft);
  const { tokens } = weigh(toBody(draft), draft.format);
  state.accepted.set(place, Math.max(tokens, state.accepted.get(place) ?? 0));
  const oldest = state.accepted.keys().next().value;
  if (state.accepted.size > maxPlaces && oldest !== undefined) state.accepted.delete(oldest);
  if (usage === undefined) return;
  const observed = { estimatedTokens: tokens, sentBytes: byteLengthOf(toBody(draft)), inputTokens: usage.inputTokens };
  const verdict = state.calibration.observe(observed);
  if (verdict === 'used') state.limits.accepted(place, usage.inputTokens);
  if (verdict === 'implausible-low') {
    state.options.onEvent?.({ type: 'prompt-cut-silently', estimatedTokens: tokens, inputTokens: usage.inputTokens });
  }
}
