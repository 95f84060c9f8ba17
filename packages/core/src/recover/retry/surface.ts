import { SpillwayError } from '../../errors.ts';
import type { Refused } from './ask.ts';
import type { DecisionFacts } from './decide.ts';
import type { RecoveryState } from './recovery-state.ts';

/** A request that grew, and is refused for no reason that is known, may have been too large. */
const grown = 1.2;

/**
 * Hands a refusal on as it came: returns what was returned, throws what was thrown.
 *
 * @throws SpillwayError `request-refused` with a hint, where the reason is not known and the request had grown; what
 * was thrown is its `cause`.
 */
export function surface<R>(
  { classification, by }: Refused<R>,
  { weight, acceptedTokens }: DecisionFacts,
  { tell }: RecoveryState,
): R {
  const isUnknown = classification.outcome === 'none' && classification.reason === 'unknown';
  if (isUnknown && acceptedTokens !== undefined && weight.tokens > grown * acceptedTokens) {
    const hint =
      `The provider refused a request for a reason that is not known. It had grown from about ${Math.round(acceptedTokens)} ` +
      `to ${Math.round(weight.tokens)} tokens since the last one that was answered: it may be too large. ` +
      'Nothing was shortened.';
    tell({ type: 'refusal-unknown', hint });
    if ('thrown' in by) {
      throw new SpillwayError({
        code: 'request-refused',
        message: hint,
        facts: { isRetryable: false },
        cause: by.thrown,
      });
    }
  }
  if ('thrown' in by) throw by.thrown;
  return by.returned;
}
