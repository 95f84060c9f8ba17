import { weigh } from '../view/weigh.ts';
import { type Draft, toBody } from './draft.ts';
import { outputTokensOf } from './output-tokens.ts';
import type { AnswerUsage } from './recovery-options.ts';
import { modelOf, type RecoveryState } from './recovery-state.ts';

/** An estimate may be above the true count by this factor. */
const maxOverEstimate = 1.3;

/**
 * Learns from a request that was answered.
 *
 * Contract: a usage that is implausible for what was sent is told, and nothing is learned from the request.
 */
export function noteAnswer(state: RecoveryState, draft: Draft, usage: AnswerUsage | undefined): void {
  const model = modelOf(state, draft);
  const { tokens, byteLength } = weigh(toBody(draft), draft.format);
  model.isStuck = false;
  if (tokens === 0) return;
  const scaled = tokens * model.calibration.scale();
  if (usage !== undefined) {
    const { inputTokens } = usage;
    const verdict = model.calibration.observe({ estimatedTokens: tokens, sentBytes: byteLength, inputTokens });
    if (verdict === 'implausible-low') {
      state.tell({ type: 'prompt-cut-silently', estimatedTokens: tokens, inputTokens });
    }
    if (verdict !== 'used') return;
  }
  model.acceptedTokens = Math.max(tokens, model.acceptedTokens ?? 0);
  const reserved = outputTokensOf(draft.body, draft.format) ?? 0;
  model.limits.accepted(usage?.inputTokens ?? scaled / maxOverEstimate, reserved);
}
