import { type Answer, type AnswerBudget, type AnswerForm, fitAnswer, pageFields } from '../fit-answer.ts';
import { createPace } from '../pace.ts';
import type { ReadTarget } from '../source/target.ts';
import { type Page, pageEnd, readPageAt } from './page.ts';
import type { PageRequest } from './page-request.ts';
import { formatPage, type PageTextOptions } from './page-text.ts';
import { resolvePosition } from './position.ts';

/** What the answer may cost and how it is written. */
export interface PageAnswerOptions extends PageTextOptions, AnswerBudget {
  /** What is known besides, for programs. */
  readonly moreFields?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
}

/**
 * Reads one page and writes it, so that the answer as sent is within a budget.
 *
 * Contract: as `readPage`, `formatPage` and `fitAnswer`.
 * @throws SpillwayError as those.
 */
export async function answerPage(
  target: ReadTarget,
  request: PageRequest,
  options: PageAnswerOptions,
): Promise<Answer<Page>> {
  const pace = createPace(options.signal);
  const position = await resolvePosition(target, request, pace);
  const { hasGutter } = options;
  return fitAnswer(options, pageForm(options), async (maxContentBytes) => {
    const page = await readPageAt(target, position, { maxContentBytes, hasGutter, ...pageEnd(request) }, pace);
    return { page, text: formatPage(page, options) };
  });
}

/** Returns what tells the answer of a page from others. */
export function pageForm({ moreFields }: PageAnswerOptions): AnswerForm<Page> {
  return { what: 'a page', toFields: (page) => ({ ...pageFields(page), ...moreFields }) };
}
