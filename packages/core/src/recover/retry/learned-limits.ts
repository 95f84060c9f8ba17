/** A limit that a provider stated for one model at one endpoint. */
export interface LearnedLimit {
  readonly limitTokens: number;
  readonly at: number;
}

/** Remembers limits that refusals stated. */
export interface LearnedLimits {
  find(place: string): number | undefined;
  /** Takes a stated limit, unless it is not plausible. */
  learn(
    place: string,
    limitTokens: number,
    facts: { readonly estimatedTokens: number; readonly windowTokens?: number },
  ): boolean;
  /** A request of that size was taken: a smaller limit was wrong. */
  accepted(place: string, inputTokens: number): void;
}

const maxPlaces = 64;
const lifeMs = 24 * 60 * 60 * 1_000;
const minLimitTokens = 256;
/** A stated limit far from the configured window, or from what was sent, is a mistake of the server. */
const windowBand = [0.5, 1.1] as const;
const maxTimesEstimate = 2;

/**
 * Creates an empty memory of limits.
 *
 * Contract: knows at most 64 places, each for a day; a later success above a limit removes it. Nothing is learned that
 * is not an integer, is below 256, is far from a configured window, or is above twice what was refused.
 */
export function createLearnedLimits(now: () => number = Date.now): LearnedLimits {
  const limits = new Map<string, LearnedLimit>();
  return {
    find(place) {
      const limit = limits.get(place);
      if (limit === undefined) return undefined;
      if (now() - limit.at <= lifeMs) return limit.limitTokens;
      limits.delete(place);
      return undefined;
    },
    learn(place, limitTokens, { estimatedTokens, windowTokens }) {
      if (!Number.isInteger(limitTokens) || limitTokens < minLimitTokens) return false;
      if (limitTokens > maxTimesEstimate * estimatedTokens) return false;
      const share = windowTokens === undefined ? 1 : limitTokens / windowTokens;
      if (share < windowBand[0] || share > windowBand[1]) return false;
      limits.delete(place);
      limits.set(place, { limitTokens, at: now() });
      const oldest = limits.keys().next().value;
      if (limits.size > maxPlaces && oldest !== undefined) limits.delete(oldest);
      return true;
    },
    accepted(place, inputTokens) {
      const limit = limits.get(place);
      if (limit !== undefined && inputTokens > limit.limitTokens) limits.delete(place);
    },
  };
}
