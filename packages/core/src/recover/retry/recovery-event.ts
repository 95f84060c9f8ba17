import type { NoOverflowReason, OverflowOutcome } from '../overflow/classification.ts';
import type { GivenUp } from './overflow-error.ts';

/** What recovery did, without any payload. */
export type RecoveryEvent =
  /** Parts were bounded before anything was sent. */
  | { readonly type: 'view-healed'; readonly changeCount: number; readonly savedBytes: number }
  | {
      readonly type: 'request-refused';
      readonly outcome: OverflowOutcome;
      /** For `none`. */
      readonly reason?: NoOverflowReason;
      readonly byteLength: number;
      readonly estimatedTokens: number;
      readonly limitTokens?: number;
      readonly requestedTokens?: number;
    }
  | {
      readonly type: 'view-shrunk';
      readonly changeCount: number;
      readonly savedBytes: number;
      readonly handleIds: readonly string[];
    }
  | { readonly type: 'output-lowered'; readonly fromTokens?: number; readonly toTokens: number }
  | { readonly type: 'request-retried'; readonly afterMs: number; readonly isChanged: boolean }
  | { readonly type: 'recovery-ended'; readonly givenUp: GivenUp }
  /** A refusal that no rule knows, of a request that had grown: it may have been its size. */
  | { readonly type: 'refusal-unknown'; readonly hint: string }
  /** The provider answered, but counted far less than was sent: it may have cut the prompt. */
  | { readonly type: 'prompt-cut-silently'; readonly estimatedTokens: number; readonly inputTokens: number }
  | { readonly type: 'limit-learned'; readonly limitTokens: number };
