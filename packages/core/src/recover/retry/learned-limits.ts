/** What a provider stated about one model at one endpoint. */
export interface LearnedLimits {
  /** The limit for the input, or for input and output where `countsOutput`. */
  find(): LearnedLimit | undefined;
  /** Takes a stated limit, unless it is not plausible. */
  learn(limit: LearnedLimit, facts: LimitFacts): boolean;
  /** A request of that size was taken: a smaller limit was wrong. */
  accepted(inputTokens: number, outputTokens: number): void;
}

export interface LearnedLimit {
  readonly limitTokens: number;
  /** The reserved output counts as well. */
  readonly countsOutput: boolean;
}

/** What a stated limit is compared with. */
export interface LimitFacts {
  /** What was refused, as we count it; with the reserved output where that counts. */
  readonly estimatedTokens: number;
  /** The window that is configured. */
  readonly windowTokens?: number;
}

const lifeMs = 24 * 60 * 60 * 1_000;
/** A server that states less counts something else. */
export const minLimitTokens = 256;
/** A stated limit far from the configured window, or from what was sent, is a mistake of the server. */
const windowBand = [0.5, 1.1] as const;
const maxTimesEstimate = 2;

/**
 * Creates an empty memory of the limit of one model at one endpoint.
 *
 * Contract: knows the last limit, for a day; a later success above it removes it. Nothing is learned that is not an
 * integer, is below 256, is far from a configured window, or is above twice what was refused.
 */
export function createLearnedLimits(now: () => number = Date.now): LearnedLimits {
  let known: (LearnedLimit & { readonly at: number }) | undefined;
  return {
    find() {
      if (known !== undefined && now() - known.at > lifeMs) known = undefined;
      return known && { limitTokens: known.limitTokens, countsOutput: known.countsOutput };
    },
    learn({ limitTokens, countsOutput }, { estimatedTokens, windowTokens }) {
      if (!Number.isInteger(limitTokens) || limitTokens < minLimitTokens) return false;
      if (limitTokens > maxTimesEstimate * estimatedTokens) return false;
      const share = windowTokens === undefined ? 1 : limitTokens / windowTokens;
      if (share < windowBand[0] || share > windowBand[1]) return false;
      known = { limitTokens, countsOutput, at: now() };
      return true;
    },
    accepted(inputTokens, outputTokens) {
      if (known === undefined) return;
      if (inputTokens + (known.countsOutput ? outputTokens : 0) > known.limitTokens) known = undefined;
    },
  };
}
