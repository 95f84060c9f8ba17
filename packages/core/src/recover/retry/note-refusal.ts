import type { OverflowClassification } from '../overflow/classification.ts';
import { weigh } from '../view/weigh.ts';
import type { DecisionFacts } from './decide.ts';
import { type Draft, toBody } from './draft.ts';
import { outputTokensOf } from './output-tokens.ts';
import { modelOf, type RecoveryState } from './recovery-state.ts';

/** Learns from a refusal, tells of it, and gathers what is known for a decision about it. */
export function noteRefusal(state: RecoveryState, draft: Draft, classification: OverflowClassification): DecisionFacts {
  const { windowTokens } = state.options;
  const model = modelOf(state, draft);
  const weight = weigh(toBody(draft), draft.format);
  const scale = model.calibration.scale();
  const outputTokens = outputTokensOf(draft.body, draft.format);
  const { outcome, reason, limitTokens, requestedTokens, maxOutputTokens, isOverflow } = classification;
  state.tell({
    type: 'request-refused',
    outcome,
    ...(reason !== undefined && { reason }),
    byteLength: weight.byteLength,
    estimatedTokens: weight.tokens,
    ...(limitTokens !== undefined && { limitTokens }),
    ...(requestedTokens !== undefined && { requestedTokens }),
  });
  if (isOverflow && limitTokens !== undefined) {
    const countsOutput = outcome === 'prompt_plus_output';
    const reserved = countsOutput ? (classification.outputTokens ?? outputTokens ?? 0) : 0;
    const facts = {
      estimatedTokens: weight.tokens * scale + reserved,
      ...(windowTokens !== undefined && { windowTokens }),
    };
    if (model.limits.learn({ limitTokens, countsOutput }, facts)) state.tell({ type: 'limit-learned', limitTokens });
  }
  if (outcome === 'output_cap' && maxOutputTokens !== undefined) model.limits.learnOutputCap(maxOutputTokens);
  const knownLimitTokens = model.limits.find()?.limitTokens ?? windowTokens;
  return {
    weight,
    scale,
    isStuck: model.isStuck,
    ...(outputTokens !== undefined && { outputTokens }),
    ...(knownLimitTokens !== undefined && { knownLimitTokens }),
    ...(model.acceptedTokens !== undefined && { acceptedTokens: model.acceptedTokens }),
  };
}
