import type { OverflowClassification } from '../overflow/classification.ts';
import type { SizeUnit } from '../view/candidates.ts';
import type { Weight } from '../view/weigh.ts';

/** What is known beside the refusal itself. */
export interface DecisionFacts {
  readonly weight: Weight;
  /** How many tokens of the provider one estimated token is. */
  readonly scale: number;
  /** The output that the request reserved; absent where it said nothing. */
  readonly outputTokens?: number;
  /** A limit learned from an earlier refusal, or configured. */
  readonly knownLimitTokens?: number;
  /** Estimated tokens of the largest request that was taken. */
  readonly acceptedTokens?: number;
}

/** How much of a request has to go, in our own units: `must` to be taken at all, `want` so that the next turns fit too. */
export interface Excess {
  readonly unit: SizeUnit;
  readonly must: number;
  readonly want: number;
}

/** What to do about a refusal. */
export type Decision =
  /** Hand it on: nothing that could be changed would help. */
  | { readonly kind: 'surface' }
  /** Send the same again later. */
  | { readonly kind: 'wait' }
  /** Lower the output reservation, shorten what was sent, or both; then send once more. */
  | {
      readonly kind: 'change';
      readonly excess?: Excess;
      /** The answer may have this much, or what is left of `window` beside the prompt. */
      readonly output?: { readonly tokens: number } | { readonly windowTokens: number; readonly promptTokens?: number };
      readonly waits: boolean;
    }
  /** Shorten one named part, or the media. */
  | { readonly kind: 'change-item'; readonly what: 'item' | 'media' };

/** Shrinking goes down to this share of a limit. */
const lowWatermark = 0.75;
/** A limit that nobody stated is taken to be at least this share of a request that was taken. */
const acceptedShare = 0.9;
/** Where no limit is known at all, less than this share of the request is not worth cutting. */
const worthwhileShare = 0.1;
/** A stated count is believed within these factors of our own. */
const believable = [0.3, 3] as const;
/** An estimate that says a refused request fits is wrong by at least this much. */
const overLimit = 1.05;

/** Decides what to do about a refusal. Pure; sends and cuts nothing. */
export function decide(classification: OverflowClassification, facts: DecisionFacts): Decision {
  const { outcome } = classification;
  switch (outcome) {
    case 'none':
      return { kind: classification.isRetryable ? 'wait' : 'surface' };
    case 'output_cap':
      return clampOutput(classification, facts);
    case 'request_bytes':
      return { kind: 'change', excess: byteExcess(classification, facts), waits: false };
    case 'string_length':
      return { kind: 'change-item', what: 'item' };
    case 'count':
    case 'image':
      return { kind: 'change-item', what: 'media' };
    case 'prompt':
    case 'prompt_plus_output':
    case 'oversized_rate_limit':
      return shrinkOrLower(classification, facts);
  }
}

function clampOutput({ maxOutputTokens }: OverflowClassification, { outputTokens }: DecisionFacts): Decision {
  if (maxOutputTokens === undefined || outputTokens === undefined || maxOutputTokens >= outputTokens) {
    return { kind: 'surface' };
  }
  return { kind: 'change', output: { tokens: maxOutputTokens }, waits: false };
}

function byteExcess({ limitBytes }: OverflowClassification, { weight }: DecisionFacts): Excess {
  if (limitBytes === undefined || limitBytes >= weight.byteLength) {
    return { unit: 'bytes', must: worthwhileShare * weight.byteLength, want: Number.POSITIVE_INFINITY };
  }
  return { unit: 'bytes', must: weight.byteLength - limitBytes, want: weight.byteLength - acceptedShare * limitBytes };
}

function shrinkOrLower(classification: OverflowClassification, facts: DecisionFacts): Decision {
  const waits = classification.outcome === 'oversized_rate_limit';
  const counted = countPrompt(classification, facts);
  const limit = limitOf(classification, facts, counted);
  if (limit === undefined) return { kind: 'change', excess: unknownExcess(facts), waits };
  const countsOutput = classification.outcome === 'prompt_plus_output' || classification.outputTokens !== undefined;
  const reserved = countsOutput ? (classification.outputTokens ?? facts.outputTokens ?? 0) : 0;
  const output = countsOutput
    ? { output: { windowTokens: limit, ...(isMeasured(classification) && { promptTokens: counted }) } }
    : {};
  if (classification.outcome === 'prompt_plus_output' && roomBeside(counted, limit) >= leastOutput(reserved)) {
    return { kind: 'change', ...output, waits };
  }
  const prompt = Math.max(counted, classification.outcome === 'prompt_plus_output' ? counted : limit * overLimit);
  const goal = Math.max(lowWatermark * limit - Math.min(reserved, limit / 4), 0);
  const ours = facts.weight.tokens / prompt;
  const must = Math.max(0, prompt - limit) * ours;
  return { kind: 'change', excess: { unit: 'tokens', must, want: (prompt - goal) * ours }, ...output, waits };
}

/** The tokens of the prompt: as the provider counted them where it did and can be believed, else as we do. */
function countPrompt(classification: OverflowClassification, { weight, scale }: DecisionFacts): number {
  const estimated = Math.max(1, weight.tokens * scale);
  const stated = statedPrompt(classification);
  if (stated === undefined || classification.isLowerBound) return estimated;
  const share = stated / estimated;
  return share >= believable[0] && share <= believable[1] ? stated : estimated;
}

function statedPrompt({ inputTokens, requestedTokens, outputTokens }: OverflowClassification): number | undefined {
  return inputTokens ?? (requestedTokens === undefined ? undefined : requestedTokens - (outputTokens ?? 0));
}

function isMeasured(classification: OverflowClassification): boolean {
  return statedPrompt(classification) !== undefined && !classification.isLowerBound;
}

function limitOf(
  { limitTokens, overByTokens }: OverflowClassification,
  { knownLimitTokens }: DecisionFacts,
  counted: number,
): number | undefined {
  if (limitTokens !== undefined) return limitTokens;
  if (overByTokens !== undefined && overByTokens < counted) return counted - overByTokens;
  return knownLimitTokens !== undefined && knownLimitTokens < counted ? knownLimitTokens : undefined;
}

/** There is one retry: with no limit to aim at, everything goes that is beyond what was taken before. */
function unknownExcess({ weight, acceptedTokens }: DecisionFacts): Excess {
  const goal = acceptedTokens === undefined || acceptedTokens >= weight.tokens ? 0 : acceptedShare * acceptedTokens;
  return { unit: 'tokens', must: worthwhileShare * weight.tokens, want: weight.tokens - goal };
}

/** Returns how many tokens have to go from a prompt that is too large for a window, or nothing where it fits. */
export function wantedBelow(promptTokens: number, windowTokens: number, reservedTokens: number): number {
  const reserved = Math.min(reservedTokens, windowTokens / 2);
  if (promptTokens + reserved <= windowTokens) return 0;
  return promptTokens - lowWatermark * (windowTokens - reserved);
}

/** Kept free beside a prompt: counts of prompts differ a little from one count to the next. */
const marginTokens = 64;
const usefulOutputTokens = 1_024;

/** Returns what an answer may have beside a prompt. */
export function roomBeside(promptTokens: number, windowTokens: number): number {
  return Math.floor(windowTokens - promptTokens - Math.max(marginTokens, promptTokens / 100));
}

/** An answer with less room than this is not worth asking for. */
export function leastOutput(reserved: number): number {
  return Math.min(usefulOutputTokens, reserved > 0 ? reserved : usefulOutputTokens);
}
