import type { OverflowClassification } from '../overflow/classification.ts';
import type { Weight } from '../view/weigh.ts';
import { minLimitTokens } from './learned-limits.ts';

/** What is known of a refused request beside the refusal itself. */
export interface RefusedFacts {
  readonly weight: Weight;
  /** How many tokens of the provider one estimated token is. */
  readonly scale: number;
  /** The output that the request reserved; absent where it said nothing. */
  readonly outputTokens?: number;
  /** A limit that was learned from an earlier refusal, or is configured. */
  readonly knownLimitTokens?: number;
}

/** The sizes of a refused request, in tokens of its provider. */
export interface RefusedSizes {
  readonly promptTokens: number;
  /** The prompt is what the provider counted; an estimate otherwise. */
  readonly isMeasured: boolean;
  readonly reservedTokens: number;
  /** The provider adds the reserved output to the prompt. */
  readonly countsOutput: boolean;
  readonly limitTokens?: number;
}

/** A stated count is believed within these factors of our own. */
const believable = [0.3, 3] as const;

/** Reads the sizes of a refused request: as the provider states them where it does and can be believed, else ours. */
export function refusedSizes(classification: OverflowClassification, facts: RefusedFacts): RefusedSizes {
  const { weight, scale, outputTokens } = facts;
  const estimated = Math.max(1, weight.tokens * scale);
  const reservedTokens = classification.outputTokens ?? outputTokens ?? 0;
  const { prompt: stated, countsOutput } = statedPrompt(classification, estimated, reservedTokens);
  const share = (stated ?? 0) / estimated;
  const isMeasured = stated !== undefined && share >= believable[0] && share <= believable[1];
  const promptTokens = isMeasured ? stated : estimated;
  const asked = promptTokens + (countsOutput ? reservedTokens : 0);
  const limitTokens = limitOf(classification, facts, asked);
  return { promptTokens, isMeasured, reservedTokens, countsOutput, ...(limitTokens !== undefined && { limitTokens }) };
}

function statedPrompt(
  { outcome, inputTokens, outputTokens, isLowerBound, ...stated }: OverflowClassification,
  estimated: number,
  reserved: number,
): { readonly prompt?: number; readonly countsOutput: boolean } {
  const requested = stated.requestedTokens ?? stated.rate?.requestedTokens;
  const beside = requested === undefined ? undefined : requested - reserved;
  // What a minute allows is counted with the output by some and without it by others.
  const isNearer = Math.abs((beside ?? 0) - estimated) < Math.abs((requested ?? 0) - estimated);
  const countsOutput =
    outcome === 'prompt_plus_output' || outputTokens !== undefined || (outcome === 'oversized_rate_limit' && isNearer);
  const prompt = isLowerBound ? undefined : (inputTokens ?? (countsOutput ? beside : requested));
  return { countsOutput, ...(prompt !== undefined && { prompt }) };
}

function limitOf(
  { limitTokens, rate, overByTokens }: OverflowClassification,
  { knownLimitTokens }: RefusedFacts,
  asked: number,
): number | undefined {
  const stated = limitTokens ?? rate?.limitTokens;
  if (stated !== undefined && stated >= minLimitTokens) return stated;
  if (overByTokens !== undefined && stated === undefined && overByTokens < asked) return asked - overByTokens;
  return knownLimitTokens !== undefined && knownLimitTokens < asked ? knownLimitTokens : undefined;
}
