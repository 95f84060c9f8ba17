/** Kept free beside a prompt that was counted: counts differ a little from one to the next. */
const marginTokens = 64;
const maxMarginTokens = 128;
const measuredMargin = 0.01;
/** An estimate may be below the true count by a tenth. */
const estimateMargin = 0.12;
const usefulOutputTokens = 512;
/** A prompt is shortened to this share of a limit, so that the next turns fit too. */
export const lowWatermark = 0.75;

/** Returns what an answer may have beside a prompt. */
export function roomBeside(promptTokens: number, windowTokens: number, isMeasured: boolean): number {
  const unsure = isMeasured ? Math.min(maxMarginTokens, promptTokens * measuredMargin) : promptTokens * estimateMargin;
  return Math.floor(windowTokens - promptTokens - Math.max(unsure, marginTokens));
}

/**
 * Returns what an answer may have beside a prompt that was shortened. What is gone is an estimate, and so is all of a
 * prompt that was not counted. There is one retry: where that leaves little, the least that is useful is reserved.
 */
export function roomBesideShortened(
  promptTokens: number,
  isMeasured: boolean,
  keptShare: number,
  windowTokens: number,
  reservedTokens: number,
): number {
  const kept = promptTokens * keptShare;
  const unsure = estimateMargin * (isMeasured ? promptTokens - kept : kept);
  const room = Math.floor(windowTokens - kept - Math.max(unsure, marginTokens));
  return Math.max(room, minOutputTokens(reservedTokens));
}

/** An answer with less room than this is not worth asking for: a quarter of what was reserved, and no more than 512. */
export function minOutputTokens(reservedTokens: number): number {
  return reservedTokens > 0 ? Math.min(usefulOutputTokens, Math.ceil(reservedTokens / 4)) : usefulOutputTokens;
}

/** Returns to what a prompt is shortened for a limit: the answer has its room beside it, up to half of the limit. */
export function promptGoal(limitTokens: number, reservedTokens: number): number {
  return lowWatermark * limitTokens - Math.min(reservedTokens, limitTokens / 4);
}
