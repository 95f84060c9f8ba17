/** Kept free beside a prompt: counts of prompts differ a little from one count to the next. */
const marginTokens = 64;
const measuredMargin = 1.01;
/** An estimate may be below the true count by a tenth. */
const estimateMargin = 1.12;
const usefulOutputTokens = 1_024;
/** A prompt is shortened to this share of a limit, so that the next turns fit too. */
export const lowWatermark = 0.75;

/** Returns what an answer may have beside a prompt. */
export function roomBeside(promptTokens: number, windowTokens: number, isMeasured: boolean): number {
  const counted = promptTokens * (isMeasured ? measuredMargin : estimateMargin);
  return Math.floor(windowTokens - Math.max(counted, promptTokens + marginTokens));
}

/** An answer with less room than this is not worth asking for. */
export function leastOutput(reservedTokens: number): number {
  return reservedTokens > 0 ? Math.min(usefulOutputTokens, reservedTokens) : usefulOutputTokens;
}

/** Returns to what a prompt is shortened for a limit: the answer has its room beside it, up to half of the limit. */
export function promptGoal(limitTokens: number, reservedTokens: number): number {
  return lowWatermark * limitTokens - Math.min(reservedTokens, limitTokens / 4);
}
