import { SpillwayError } from '../errors.ts';
import { answerBytes } from './answer-bytes.ts';

/** An answer of a reader, ready to be sent. */
export interface Answer<Page> {
  readonly page: Page;
  readonly text: string;
  /** The page as data, without what the text holds; absent where the budget is too small to spend on it. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** What an answer may cost. */
export interface AnswerBudget {
  /** Encoded bytes of the whole answer, as `answerBytes` counts them. */
  readonly maxBytes: number;
  /** What the sender wraps around it, taken off the limit already; so that an error names the limit as it was set. */
  readonly envelopeBytes?: number;
  /** Count and return the fields beside the text. */
  readonly withFields?: boolean;
}

/** What tells one kind of answer from another. */
export interface AnswerForm<Page> {
  /** Named in the error when nothing fits: `a page`. */
  readonly what: string;
  /** What a model can do when nothing fits: a sentence. Default: ask the user. */
  readonly advice?: string;
  readonly toFields: (page: Page) => Readonly<Record<string, unknown>>;
}

/** Content that every answer has room for; where what stands around it leaves less, the budget is too small. */
const minContentBytes = 320;
/** Below this budget the fields would take the room that the content needs. */
const minBytesForFields = 2048;
/** What stands around the content as a rule; more is found by making the answer again. */
const usualReserveShare = 1 / 64;
const usualReserveBytes = 320;

/**
 * Makes an answer that is within a budget as it is sent.
 *
 * Contract: `make` gets JSON-escaped bytes for the content, and is asked again with less while the answer is over the
 * budget, as a rule once and at last with `minContentBytes`; given as much or less it makes no more. `answerBytes` of
 * the result is at most `maxBytes`.
 * @throws SpillwayError what `make` throws; `budget-too-small` with the facts `maxResultBytes` and `neededBytes`: with a
 * limit of so many the same request succeeds.
 */
export async function fitAnswer<Page>(
  budget: AnswerBudget,
  form: AnswerForm<Page>,
  make: (maxContentBytes: number) => Promise<Pick<Answer<Page>, 'page' | 'text'>>,
): Promise<Answer<Page>> {
  const { maxBytes } = budget;
  const hasFields = budget.withFields === true && maxBytes >= minBytesForFields;
  let room = maxBytes - Math.max(usualReserveBytes, Math.floor(maxBytes * usualReserveShare));
  // What stands around the content is known only with the content. The room falls with every round, so there is a last.
  for (;;) {
    const isLast = room <= minContentBytes;
    const { page, text } = await make(isLast ? minContentBytes : room);
    const fields = hasFields ? form.toFields(page) : undefined;
    const over = answerBytes(text, fields) - maxBytes;
    if (over <= 0) return { page, text, ...(fields !== undefined && { fields }) };
    if (isLast) {
      const neededBytes = answerBytes(text);
      if (neededBytes <= maxBytes) return { page, text };
      throw tooSmall(budget, form, neededBytes);
    }
    room -= over;
  }
}

/** Returns all fields of a page but its content. */
export function pageFields(page: { readonly content: string }): Readonly<Record<string, unknown>> {
  const { content: _, ...fields } = page;
  return fields;
}

function tooSmall<Page>(budget: AnswerBudget, form: AnswerForm<Page>, answer: number): SpillwayError {
  const { maxBytes, envelopeBytes = 0 } = budget;
  const maxResultBytes = maxBytes + envelopeBytes;
  const neededBytes = answer + envelopeBytes;
  const message = `${form.what} does not fit into maxResultBytes ${maxResultBytes}; it needs ${neededBytes}`;
  return new SpillwayError({
    code: 'budget-too-small',
    message,
    modelText: `${message}. ${form.advice ?? 'Ask the user for a larger limit.'}`,
    facts: { maxResultBytes, neededBytes },
  });
}
