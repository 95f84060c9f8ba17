import type { OverflowClassification } from '../overflow/classification.ts';
import type { Decision, Excess, SizeChange } from './decision.ts';
import { lowWatermark, minOutputTokens, promptGoal, roomBeside } from './room.ts';
import { type RefusedFacts, type RefusedSizes, refusedSizes } from './sizes.ts';

/** What is known beside the refusal itself. */
export interface DecisionFacts extends RefusedFacts {
  /** Estimated tokens of the largest request that was taken. */
  readonly acceptedTokens?: number;
  /** A request that was made smaller by what was stated was refused as well: numbers are not followed any more. */
  readonly isStuck?: boolean;
}

/** Where no limit is known, less than this share of the request is not worth cutting. */
const worthwhileShare = 0.1;
/** A request that was taken may have been counted higher than one that was refused, by so much. */
const countingNoise = 0.7;
/** An estimate that says a refused request fits is wrong by at least this much. */
const overLimit = 1.05;

/** Decides what to do about a refusal. Pure; sends and cuts nothing. */
export function decide(classification: OverflowClassification, facts: DecisionFacts): Decision {
  switch (classification.outcome) {
    case 'none':
      return { kind: classification.isRetryable ? 'wait' : 'surface' };
    case 'output_cap':
      return clampOutput(classification, facts);
    case 'request_bytes':
      return { kind: 'change', excess: byteExcess(classification, facts), waits: false };
    case 'string_length':
      return { kind: 'change-item', what: 'text' };
    case 'count':
      return { kind: 'change-item', what: 'pictures' };
    case 'image':
      return { kind: 'change-item', what: 'picture' };
    case 'prompt':
    case 'prompt_plus_output':
    case 'oversized_rate_limit':
      return fitLimit(classification, facts);
  }
}

function clampOutput({ maxOutputTokens }: OverflowClassification, { outputTokens }: DecisionFacts): Decision {
  if (maxOutputTokens === undefined || outputTokens === undefined || maxOutputTokens >= outputTokens) {
    return { kind: 'surface' };
  }
  return { kind: 'change', output: { tokens: maxOutputTokens }, waits: false };
}

function byteExcess({ limitBytes }: OverflowClassification, { weight, isStuck }: DecisionFacts): Excess {
  const { byteLength } = weight;
  if (isStuck || limitBytes === undefined || limitBytes >= byteLength) {
    return { unit: 'bytes', must: worthwhileShare * byteLength, want: Number.POSITIVE_INFINITY };
  }
  return { unit: 'bytes', must: byteLength - limitBytes, want: byteLength - lowWatermark * limitBytes };
}

function fitLimit(classification: OverflowClassification, facts: DecisionFacts): Decision {
  const waits = classification.outcome === 'oversized_rate_limit';
  const sizes = refusedSizes(classification, facts);
  const { limitTokens, isMeasured, countsOutput, reservedTokens } = sizes;
  if (limitTokens === undefined) return { kind: 'change', excess: unknownExcess(facts), waits };
  const promptTokens = minPromptTokens(sizes, limitTokens);
  const shorter = shortenTo(limitTokens, { ...sizes, promptTokens }, facts, waits);
  if (facts.isStuck) return { ...shorter, excess: unknownExcess(facts) };
  const room = roomBeside(promptTokens, limitTokens, isMeasured);
  if (!countsOutput || room < minOutputTokens(reservedTokens)) return shorter;
  return { kind: 'change', output: { tokens: room }, waits };
}

/** An estimate that contradicts the refusal is raised: the request is over the limit, whatever we count. */
function minPromptTokens(
  { promptTokens, isMeasured, countsOutput, reservedTokens }: RefusedSizes,
  limit: number,
): number {
  if (isMeasured && promptTokens + (countsOutput ? reservedTokens : 0) > limit) return promptTokens;
  return Math.max(promptTokens, overLimit * (countsOutput ? Math.max(0, limit - reservedTokens) : limit));
}

/** Shortens a prompt for a limit, and reserves what is left beside it where more was reserved. */
export function shortenTo(
  limitTokens: number,
  { promptTokens, isMeasured, reservedTokens, countsOutput }: RefusedSizes,
  { weight }: Pick<DecisionFacts, 'weight'>,
  waits: boolean,
): SizeChange {
  const ours = weight.tokens / promptTokens;
  const maxPromptTokens = limitTokens - (countsOutput ? minOutputTokens(reservedTokens) : 0);
  const must = Math.max(0, promptTokens - maxPromptTokens) * ours;
  const want = Math.max(must, (promptTokens - promptGoal(limitTokens, reservedTokens)) * ours);
  const excess: Excess = { unit: 'tokens', must, want };
  if (!countsOutput && reservedTokens === 0) return { kind: 'change', excess, waits };
  return { kind: 'change', excess, output: { windowTokens: limitTokens, promptTokens, isMeasured }, waits };
}

/**
 * There is one retry: with no limit to aim at, everything goes that is beyond what was taken before.
 *
 * What was taken says little where the refused request is not much larger by our count: that count is off then.
 */
function unknownExcess({ weight, acceptedTokens, isStuck }: DecisionFacts): Excess {
  const must = worthwhileShare * weight.tokens;
  if (acceptedTokens === undefined || isStuck) return { unit: 'tokens', must, want: Number.POSITIVE_INFINITY };
  const goal = lowWatermark * Math.min(acceptedTokens, countingNoise * weight.tokens);
  return { unit: 'tokens', must, want: weight.tokens - goal };
}
