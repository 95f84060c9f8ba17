import { readGroups } from '../numbers.ts';
import { trafficCode } from '../rules/codes.ts';
import { accountWordings, oversizedWording, trafficWordings } from '../rules/traffic.ts';
import type { OtherWording } from '../rules/wording.ts';
import type { ErrorFacts } from '../text/error-facts.ts';
import type { Verdict } from '../verdict.ts';
import { firstMatch } from './first-match.ts';
import { findLikelyOverflow, findOverflow } from './overflow.ts';
import { findCode, findLookAlike } from './refusal.ts';

const otherApi = /embed|rerank|ranking|moderation|\bspeech|\btts\b|transcri|\bimages?\b|\baudio\b|\bocr\b|classif/;
const countsRequests = /requests? per|\b(?:rpm|rpd)\b/;
const speaksOfRate = /\b(?:tpm|tpd|itpm)\b|per min|per day|rate[ _]limit/;
const perDay = /per day|tomorrow|\b(?:tpd|rpd)\b/;

/**
 * Finds what tells of the account or of the traffic. It comes first: such texts speak of tokens and limits too.
 *
 * Contract: a request that is over a limit of its own, or that is refused as traffic with a sentence of overflow, is
 * `oversized_rate_limit`: to wait never helps it.
 */
export function classifyTraffic(facts: ErrorFacts): Verdict | undefined {
  const oversized = overOneRequest(facts);
  if (oversized !== undefined) return oversized;
  if (otherApi.test(facts.api))
    return facts.isError && !isTraffic(facts)
      ? { outcome: 'none', reason: 'embeddings', rule: `api: ${facts.api}` }
      : byTraffic(facts);
  const account = byAccount(facts);
  if (account !== undefined) return account;
  const traffic = byTraffic(facts);
  if (traffic === undefined || traffic.rule.startsWith('words')) return traffic;
  const isByStatus = traffic.rule.startsWith('status');
  const overflow = findOverflow(facts) ?? (isByStatus ? behindStatus(facts) : undefined);
  // A gateway may put any refusal behind a status of traffic, and to wait helps none of them.
  if (overflow === undefined) return (isByStatus ? findLookAlike(facts) : undefined) ?? traffic;
  const { limitTokens, requestedTokens } = overflow.numbers ?? {};
  return {
    outcome: 'oversized_rate_limit',
    rate: {
      ...(limitTokens !== undefined && { limitTokens }),
      ...(requestedTokens !== undefined && { requestedTokens }),
    },
    rule: `${traffic.rule}, ${overflow.rule}`,
  };
}

/** Finds an overflow by code, or by words that nobody has reported. */
function behindStatus(facts: ErrorFacts): Verdict | undefined {
  const found = findCode(facts) ?? findLikelyOverflow({ ...facts, statuses: [] });
  return found?.outcome === 'prompt' || found?.outcome === 'prompt_plus_output' ? found : undefined;
}

function isTraffic(facts: ErrorFacts): boolean {
  return (byAccount(facts) ?? byTraffic(facts)) !== undefined;
}

function overOneRequest(facts: ErrorFacts): Verdict | undefined {
  for (const message of facts.messages) {
    const match = oversizedWording.exec(message);
    if (match === null || countsRequests.test(message)) continue;
    const { limit = 0, requested = 0 } = readGroups(match);
    const isRate = speaksOfRate.test(message) || trafficCode(facts.codes) !== undefined || facts.statuses.includes(429);
    if (isRate && limit >= 1 && requested > limit)
      return {
        outcome: 'oversized_rate_limit',
        rate: { limitTokens: limit, requestedTokens: requested },
        rule: 'words: over the limit of a minute',
      };
  }
  return undefined;
}

function byAccount(facts: ErrorFacts): Verdict | undefined {
  const words = findWords(facts, accountWordings);
  if (words !== undefined) return words;
  const code = trafficCode(facts.codes);
  if (code !== undefined && !code.isRetryable) return { ...code, rule: 'code' };
  if (facts.statuses.includes(402)) return { outcome: 'none', reason: 'billing', rule: 'status: 402' };
  if (facts.statuses.some((status) => status === 401 || status === 403))
    return { outcome: 'none', reason: 'authentication', rule: 'status: 401 or 403' };
  return undefined;
}

function byTraffic(facts: ErrorFacts): Verdict | undefined {
  const words = findWords(facts, trafficWordings);
  if (words !== undefined) {
    const isLong = facts.retryAfterMs === undefined && facts.messages.some((message) => perDay.test(message));
    return isLong ? { ...words, isRetryable: false } : words;
  }
  const code = trafficCode(facts.codes);
  if (code !== undefined) return { ...code, rule: 'code' };
  if (facts.statuses.includes(529))
    return { outcome: 'none', reason: 'overloaded', isRetryable: true, rule: 'status: 529' };
  if (facts.statuses.includes(429))
    return { outcome: 'none', reason: 'rate_limit', isRetryable: true, rule: 'status: 429' };
  return undefined;
}

function findWords(facts: ErrorFacts, among: readonly OtherWording[]): Verdict | undefined {
  const found = firstMatch(facts, among);
  return found && { ...found.said, rule: `words: ${found.row.reason ?? found.row.outcome}, ${found.row.by}` };
}
