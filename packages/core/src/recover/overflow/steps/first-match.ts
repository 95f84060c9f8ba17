import type { OtherWording } from '../rules/wording.ts';
import type { ErrorFacts } from '../text/error-facts.ts';
import type { Verdict } from '../verdict.ts';

/** What the first row of a table says that a message matches, and where it matched. */
export interface FirstMatch {
  readonly row: OtherWording;
  readonly match: RegExpExecArray;
  /** The row as a verdict, but for the rule. */
  readonly said: Pick<Verdict, 'outcome' | 'reason' | 'isRetryable'>;
}

/** Finds the first row, in the order of the table, that a message of an error matches; none in what is no error. */
export function firstMatch(facts: ErrorFacts, among: readonly OtherWording[]): FirstMatch | undefined {
  if (!facts.isError) return undefined;
  for (const row of among) {
    for (const message of facts.messages) {
      const match = row.pattern.exec(message);
      if (match !== null) return { row, match, said: saidBy(row) };
    }
  }
  return undefined;
}

function saidBy({ outcome, reason, isRetryable }: OtherWording): FirstMatch['said'] {
  return { outcome, ...(reason && { reason }), ...(isRetryable && { isRetryable }) };
}
