/** What a provider stated about one model at one endpoint. */
export interface LearnedLimits {
  /** The limit for the input, or for input and output where `countsOutput`. */
  find(): LearnedLimit | undefined;
  /** Takes a stated limit, unless it is not plausible. */
  learn(limit: LearnedLimit, facts: LimitFacts): boolean;
  /** A request of that size was taken: a smaller limit was wrong. */
  accepted(inputTokens: number, outputTokens: number): void;
  /** What the model writes at most. */
  findOutputCap(): number | undefined;
  learnOutputCap(maxOutputTokens: number): void;
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
 * Creates an empty memory of the limits of one model at one endpoint.
 *
 * Contract: knows what was stated last, for a day; a later success above it removes it. Nothing is learned that is not
 * an integer, is below 256, is far from a configured window, or is above twice what was refused.
 */
export function createLearnedLimits(now: () => number = Date.now): LearnedLimits {
  let limit: Dated<LearnedLimit> | undefined;
  let cap: Dated<number> | undefined;
  const ifRecent = <T>(known: Dated<T> | undefined): T | undefined =>
    known !== undefined && now() - known.at <= lifeMs ? known.value : undefined;
  return {
    find: () => ifRecent(limit),
    findOutputCap: () => ifRecent(cap),
    learnOutputCap(maxOutputTokens) {
      cap = { value: maxOutputTokens, at: now() };
    },
    learn({ limitTokens, countsOutput }, { estimatedTokens, windowTokens }) {
      if (!Number.isInteger(limitTokens) || limitTokens < minLimitTokens) return false;
      if (limitTokens > maxTimesEstimate * estimatedTokens) return false;
      const share = windowTokens === undefined ? 1 : limitTokens / windowTokens;
      if (share < windowBand[0] || share > windowBand[1]) return false;
      limit = { value: { limitTokens, countsOutput }, at: now() };
      return true;
    },
    accepted(inputTokens, outputTokens) {
      if (cap !== undefined && outputTokens > cap.value) cap = undefined;
      if (limit === undefined) return;
      const { limitTokens, countsOutput } = limit.value;
      if (inputTokens + (countsOutput ? outputTokens : 0) > limitTokens) limit = undefined;
    },
  };
}

interface Dated<T> {
  readonly value: T;
  readonly at: number;
}
