import type { OverflowClassification } from './classification.ts';
import type { ErrorEnvelope } from './envelope.ts';
import { findLikelyOverflow, findOverflow } from './steps/overflow.ts';
import { classifyRest, findCode, findLookAlike, findRefusal } from './steps/refusal.ts';
import { classifySuccess } from './steps/success.ts';
import { classifyTraffic } from './steps/traffic.ts';
import { collectFacts } from './text/collect-facts.ts';
import type { ErrorFacts } from './text/error-facts.ts';
import type { Verdict } from './verdict.ts';

/**
 * Says whether a provider refused a request because it is too large for the model, and with which numbers.
 *
 * Contract: pure; takes any envelope and never throws. Only the words of errors are read, never what a body echoes of
 * the request. What tells of the account or of the traffic comes first, then the sentences that say overflow, then what
 * only reads like it, then codes, then words that nobody has reported yet. Numbers are those that the text states;
 * numbers that contradict their sentence are left out. Costs time in proportion to the envelope, and of a message looks
 * at 32 KiB.
 */
export function classifyOverflow(envelope: ErrorEnvelope): OverflowClassification {
  const facts = collectFacts(envelope);
  return toClassification(facts, decide(envelope, facts));
}

function decide(envelope: ErrorEnvelope, facts: ErrorFacts): Verdict {
  return (
    classifySuccess(envelope, facts) ??
    classifyTraffic(facts) ??
    findOverflow(facts) ??
    findLookAlike(facts) ??
    findCode(facts) ??
    findLikelyOverflow(facts) ??
    findRefusal(facts) ??
    classifyRest(facts)
  );
}

function toClassification(facts: ErrorFacts, verdict: Verdict): OverflowClassification {
  const { outcome, isLowerBound = false, isRetryable = false, numbers, ...rest } = verdict;
  const isOverflow = outcome === 'prompt' || outcome === 'prompt_plus_output';
  return {
    outcome,
    isOverflow,
    isRetryable,
    isLowerBound,
    ...numbers,
    ...(isOverflow && besideNumbers(facts, verdict)),
    ...(facts.retryAfterMs !== undefined && { retryAfterMs: facts.retryAfterMs }),
    ...rest,
  };
}

/** Some servers put the numbers into fields beside a sentence without any. */
function besideNumbers({ limit, requested }: ErrorFacts, { numbers }: Verdict): Partial<OverflowClassification> {
  if (numbers?.limitTokens !== undefined || numbers?.requestedTokens !== undefined) return {};
  if (limit === undefined || requested === undefined || limit < 1 || requested < limit) return {};
  return {
    limitTokens: limit,
    requestedTokens: requested,
    ...(requested > limit && { overByTokens: requested - limit }),
  };
}
