import type { SizeUnit } from '../view/candidates.ts';

/**
 * How much of a request has to go, in our own units: `must` to be taken at all, `want` so that the next turns fit too.
 */
export interface Excess {
  readonly unit: SizeUnit;
  readonly must: number;
  readonly want: number;
}

/** What an answer may have: so many tokens, or what a window has left beside this prompt when it was shortened. */
export type OutputGoal =
  | { readonly tokens: number }
  | { readonly windowTokens: number; readonly promptTokens: number; readonly isMeasured: boolean };

/** Lower the output reservation, shorten what was sent, or both; then send once more. */
export interface SizeChange {
  readonly kind: 'change';
  readonly excess?: Excess;
  readonly output?: OutputGoal;
  /** What was refused as traffic is sent again after a while only. */
  readonly waits: boolean;
}

/** Shorten one named part, or the media; then send once more. */
export interface ItemChange {
  readonly kind: 'change-item';
  readonly what: 'text' | 'picture' | 'pictures';
}

/** What to do about a refusal. */
export type Decision =
  /** Hand it on: nothing that could be changed would help. */
  | { readonly kind: 'surface' }
  /** Send the same again later. */
  | { readonly kind: 'wait' }
  | SizeChange
  | ItemChange;
