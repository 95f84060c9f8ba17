import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import type { HandlePage } from '../../store/store.ts';
import { type Answer, type AnswerBudget, fitAnswer } from '../fit-answer.ts';
import { formatHandleLine, formatHandleList } from './list-text.ts';

/** What the answer may cost and how it is written. */
export interface ListAnswerOptions extends AnswerBudget {
  readonly cursor?: string;
  /** Writes the call that goes on at a cursor, in one line. */
  readonly formatNext: (cursor: string) => string;
}

/** Lists handles, newest first, at most `limit`. */
type ListHandles = (options: { cursor?: string; limit?: number }) => Promise<HandlePage>;

/** What most results need in the list. */
const usualLineBytes = 130;
const maxLines = 100;

/**
 * Lists stored results, newest first, as many as an answer within the budget holds.
 *
 * Contract: at least one; see `fitAnswer`.
 * @throws SpillwayError what listing and `fitAnswer` throw.
 */
export function answerList(listHandles: ListHandles, options: ListAnswerOptions): Promise<Answer<HandlePage>> {
  const { cursor } = options;
  const list = (limit: number): Promise<HandlePage> => listHandles({ limit, ...(cursor !== undefined && { cursor }) });
  return fitAnswer(options, { what: 'a list of stored results', toFields }, async (maxContentBytes) => {
    const usual = Math.max(1, Math.min(maxLines, Math.floor(maxContentBytes / usualLineBytes)));
    const listed = await list(usual);
    const fitting = Math.max(1, countFitting(listed, maxContentBytes));
    const page = fitting < listed.handles.length ? await list(fitting) : listed;
    return { page, text: formatHandleList(page, options.formatNext) };
  });
}

function countFitting({ handles }: HandlePage, maxContentBytes: number): number {
  let left = maxContentBytes;
  const over = handles.findIndex((handle) => {
    left -= jsonEscapedLength(`${formatHandleLine(handle)}\n`);
    return left < 0;
  });
  return over === -1 ? handles.length : over;
}

function toFields({ handles, next }: HandlePage): Readonly<Record<string, unknown>> {
  return { handleCount: handles.length, ...(next !== undefined && { next }) };
}
