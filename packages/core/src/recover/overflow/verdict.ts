import type { NoOverflowReason, OverflowNumbers, OverflowOutcome } from './classification.ts';

/** What one step decided, before it is made into a classification. */
export interface Verdict {
  readonly outcome: OverflowOutcome;
  readonly reason?: NoOverflowReason;
  readonly isRetryable?: boolean;
  readonly isLowerBound?: boolean;
  readonly numbers?: OverflowNumbers;
  readonly rate?: { readonly limitTokens?: number; readonly requestedTokens?: number };
  readonly item?: string;
  readonly rule: string;
}
