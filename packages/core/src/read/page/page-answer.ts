import { SpillwayError } from '../../errors.ts';
import { answerBytes } from '../answer-bytes.ts';
import { createPace } from '../pace.ts';
import type { ReadTarget } from '../source/target.ts';
import { leastContentBytes } from './cut.ts';
import { type Page, readPageAt } from './page.ts';
import type { PageRequest } from './page-request.ts';
import { formatPage, type PageTextOptions } from './page-text.ts';
import { resolvePosition } from './position.ts';

/** A page and its text, ready to be sent. */
export interface PageAnswer {
  readonly page: Page;
  readonly text: string;
  /** All fields of the page but its content; absent where the budget is too small to spend on them. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** What the answer may cost and how it is written. */
export interface PageAnswerOptions extends PageTextOptions {
  /** Encoded bytes of the whole answer. */
  readonly maxBytes: number;
  /** Count and return the fields beside the text. */
  readonly withFields?: boolean;
  readonly signal?: AbortSignal;
}

/** Below this budget the fields would take the room that the content needs. */
const leastBytesForFields = 2048;
/** What stands around the content as a rule; more is found by cutting again, which costs as much as the first cut. */
const usualReserveShare = 1 / 64;
const leastReserveBytes = 320;

/**
 * Reads one page and writes it, so that the answer as sent is within a budget.
 *
 * Contract: as `readPage` and `formatPage`; `answerBytes` of the result is at most `maxBytes`.
 * @throws SpillwayError as `readPage`; `budget-too-small` with the fact `neededBytes`.
 */
export async function answerPage(
  target: ReadTarget,
  request: PageRequest,
  options: PageAnswerOptions,
): Promise<PageAnswer> {
  const pace = createPace(options.signal);
  const position = await resolvePosition(target, request, pace);
  const hasFields = options.withFields === true && options.maxBytes >= leastBytesForFields;
  // What stands around the content is known only with the content. It has an upper bound and each round reserves more
  // than the one before, so there is a last round, and what that one returns fits.
  for (let reserve = Math.max(leastReserveBytes, Math.floor(options.maxBytes * usualReserveShare)); ; ) {
    const room = options.maxBytes - reserve;
    if (room < leastContentBytes) throw tooSmall(options.maxBytes, reserve + leastContentBytes);
    const page = await readPageAt(
      target,
      position,
      { maxContentBytes: room, hasGutter: options.hasGutter, maxLines: request.lineCount },
      pace,
    );
    const text = formatPage(page, options);
    const fields = hasFields ? pageFields(page) : undefined;
    const over = answerBytes(text, fields) - options.maxBytes;
    if (over <= 0) return { page, text, ...(fields !== undefined && { fields }) };
    reserve += over;
  }
}

/** Returns all fields of a page but its content. */
export function pageFields(page: Page): Readonly<Record<string, unknown>> {
  const { content: _, ...fields } = page;
  return fields;
}

function tooSmall(maxResultBytes: number, neededBytes: number): SpillwayError {
  return new SpillwayError({
    code: 'budget-too-small',
    message: `a page does not fit into maxResultBytes ${maxResultBytes}; it needs ${neededBytes}`,
    facts: { maxResultBytes, neededBytes },
  });
}
