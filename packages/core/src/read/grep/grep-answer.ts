import { type Answer, type AnswerBudget, fitAnswer, pageFields } from '../fit-answer.ts';
import type { ReadTarget } from '../source/target.ts';
import { type GrepPage, writeGrepPage } from './grep-page.ts';
import { formatGrep, type GrepTextOptions } from './grep-text.ts';
import type { ScanLimits } from './scan-state.ts';
import { type GrepRequest, searchTarget } from './search-target.ts';

/** What the answer may cost and how it is written. */
export interface GrepAnswerOptions extends GrepTextOptions, AnswerBudget, Partial<ScanLimits> {
  readonly signal?: AbortSignal;
}

/**
 * Searches once and writes what fits, so that the answer as sent is within a budget.
 *
 * Contract: as `searchTarget`, `writeGrepPage` and `fitAnswer`.
 * @throws SpillwayError as those.
 */
export async function answerGrep(
  target: ReadTarget,
  request: GrepRequest,
  options: GrepAnswerOptions,
): Promise<Answer<GrepPage>> {
  const search = await searchTarget(target, request, { ...options, maxContentBytes: options.maxBytes });
  const form = { what: 'the answer of the search', advice: 'Use a shorter pattern.', toFields: pageFields };
  return fitAnswer(options, form, async (maxContentBytes) => {
    const page = await writeGrepPage(search, maxContentBytes);
    return { page, text: formatGrep(page, request, options) };
  });
}
