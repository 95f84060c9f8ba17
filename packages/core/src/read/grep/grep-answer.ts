import { SpillwayError } from '../../errors.ts';
import { answerBytes } from '../answer-bytes.ts';
import type { ReadTarget } from '../source/target.ts';
import { type GrepPage, leastRowsBytes, writeGrepPage } from './grep-page.ts';
import { formatGrep, type GrepTextOptions } from './grep-text.ts';
import type { ScanLimits } from './scan-state.ts';
import { type GrepRequest, searchTarget } from './search-target.ts';

/** An answer of a search and its text, ready to be sent. */
export interface GrepAnswer {
  readonly page: GrepPage;
  readonly text: string;
  /** All fields of the page but its content; absent where the budget is too small to spend on them. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** What the answer may cost and how it is written. */
export interface GrepAnswerOptions extends GrepTextOptions, Partial<ScanLimits> {
  /** Encoded bytes of the whole answer. */
  readonly maxBytes: number;
  /** Count and return the fields beside the text. */
  readonly withFields?: boolean;
  readonly signal?: AbortSignal;
}

const leastBytesForFields = 2048;
const firstReserveBytes = 320;

/**
 * Searches once and writes what fits, so that the answer as sent is within a budget.
 *
 * Contract: as `searchTarget` and `writeGrepPage`; `answerBytes` of the result is at most `maxBytes`.
 * @throws SpillwayError as those; `budget-too-small` with the fact `neededBytes`.
 */
export async function answerGrep(
  target: ReadTarget,
  request: GrepRequest,
  options: GrepAnswerOptions,
): Promise<GrepAnswer> {
  const search = await searchTarget(target, request, { ...options, maxContentBytes: options.maxBytes });
  const hasFields = options.withFields === true && options.maxBytes >= leastBytesForFields;
  // Each round reserves more for what stands around the rows than the one before, and there is an upper bound to it.
  for (let reserve = firstReserveBytes; ; ) {
    const room = options.maxBytes - reserve;
    if (room < leastRowsBytes) throw tooSmall(options.maxBytes, reserve + leastRowsBytes);
    const page = await writeGrepPage(search, room);
    const text = formatGrep(page, request, options);
    const fields = hasFields ? grepFields(page) : undefined;
    const over = answerBytes(text, fields) - options.maxBytes;
    if (over <= 0) return { page, text, ...(fields !== undefined && { fields }) };
    reserve += over;
  }
}

/** Returns all fields of an answer but its content. */
export function grepFields(page: GrepPage): Readonly<Record<string, unknown>> {
  const { content: _, ...fields } = page;
  return fields;
}

function tooSmall(maxResultBytes: number, neededBytes: number): SpillwayError {
  return new SpillwayError({
    code: 'budget-too-small',
    message: `the answer of the search does not fit into maxResultBytes ${maxResultBytes}; it needs ${neededBytes}`,
    modelText: `The answer needs ${neededBytes} bytes and maxResultBytes is ${maxResultBytes}. Use a shorter pattern.`,
    facts: { maxResultBytes, neededBytes },
  });
}
