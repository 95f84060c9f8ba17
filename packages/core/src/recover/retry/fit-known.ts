import type { Weight } from '../view/weigh.ts';
import { shortenTo } from './decide.ts';
import type { SizeChange } from './decision.ts';
import { minOutputTokens, roomBeside } from './room.ts';

/** What is known of a request and its model before it is sent. */
export interface KnownFacts {
  readonly weight: Weight;
  /** How many tokens of the provider one estimated token is. */
  readonly scale: number;
  /** The output that the request reserves. */
  readonly outputTokens?: number;
  /** The window that is configured, for input and output. */
  readonly windowTokens?: number;
  /** A limit for input and output that the provider stated. */
  readonly sumTokens?: number;
  /** What the provider said that the model writes at most. */
  readonly maxOutputTokens?: number;
}

/**
 * Decides how a request is made to fit what is known, so that it need not be refused first.
 *
 * Contract: pure. Only for a configured window is anything shortened; for what was learned, the reserved output alone
 * is lowered.
 */
export function fitKnown(facts: KnownFacts): SizeChange | undefined {
  const { weight, scale, windowTokens } = facts;
  const promptTokens = Math.max(1, weight.tokens * scale);
  const reservedTokens = Math.min(facts.outputTokens ?? 0, facts.maxOutputTokens ?? Number.POSITIVE_INFINITY);
  const minTokens = minOutputTokens(reservedTokens);
  if (windowTokens !== undefined && promptTokens + (reservedTokens > 0 ? minTokens : 0) > windowTokens) {
    const sizes = { promptTokens, isMeasured: false, reservedTokens, countsOutput: reservedTokens > 0 };
    return shortenTo(windowTokens, sizes, facts, false);
  }
  if (facts.outputTokens === undefined) return undefined;
  const limit = Math.min(facts.sumTokens ?? Number.POSITIVE_INFINITY, windowTokens ?? Number.POSITIVE_INFINITY);
  const room = promptTokens + reservedTokens > limit ? roomBeside(promptTokens, limit, false) : reservedTokens;
  const tokens = windowTokens === undefined && room < minTokens ? reservedTokens : Math.max(room, minTokens);
  return tokens < facts.outputTokens ? { kind: 'change', output: { tokens }, waits: false } : undefined;
}
