import type { ErrorFacts, SpillwayErrorCode } from '../../errors.ts';
import type { QueryOutcome } from './run-query.ts';

/** What the thread of a query answers, once; an error that is not ours ends the thread instead. */
export type QueryMessage =
  | { readonly type: 'done'; readonly outcome: QueryOutcome }
  | {
      readonly type: 'refused';
      readonly code: SpillwayErrorCode;
      readonly message: string;
      readonly modelText: string;
      readonly facts: ErrorFacts;
    };
