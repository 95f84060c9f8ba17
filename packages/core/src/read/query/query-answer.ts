import { type Answer, type AnswerBudget, fitAnswer } from '../fit-answer.ts';
import type { ReadTarget } from '../source/target.ts';
import { prepareQuery } from './prepare-query.ts';
import { type QueryPage, queryFields, writeQueryPage } from './query-page.ts';
import type { QueryLimits, QueryRequest } from './query-request.ts';
import { formatQuery, type QueryTextOptions } from './query-text.ts';

/** What the answer may cost and how it is written. */
export interface QueryAnswerOptions extends QueryTextOptions, AnswerBudget, Partial<QueryLimits> {
  /** Most matches of the answer, at least 1. Default: as many as fit. */
  readonly maxMatches?: number;
  readonly signal?: AbortSignal;
}

/**
 * Finds the values at a JSONPath and writes what fits, so that the answer as sent is within a budget.
 *
 * Contract: as `prepareQuery`, `writeQueryPage` and `fitAnswer`.
 * @throws SpillwayError as those.
 */
export async function answerQuery(
  target: ReadTarget,
  request: QueryRequest,
  options: QueryAnswerOptions,
): Promise<Answer<QueryPage>> {
  const query = await prepareQuery(target, request, { ...options, maxContentBytes: options.maxBytes });
  const form = { what: 'the answer of the query', advice: 'Use a shorter path.', toFields: queryFields };
  return fitAnswer(options, form, async (maxContentBytes) => {
    const page = await writeQueryPage(query, maxContentBytes, options.maxMatches);
    return { page, text: formatQuery(page, request, options) };
  });
}
