import { SpillwayError } from '../../errors.ts';
import type { HandlePage } from '../../store/store.ts';
import { answerBytes } from '../answer-bytes.ts';
import { formatHandleList } from './list-text.ts';

/** A page of the list and its text, ready to be sent. */
export interface ListAnswer {
  readonly page: HandlePage;
  readonly text: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface ListAnswerOptions {
  /** Encoded bytes of the whole answer. */
  readonly maxBytes: number;
  readonly cursor?: string;
  /** Writes the call that goes on at a cursor, in one line. */
  readonly formatNext: (cursor: string) => string;
}

const frameBytes = 320;
/** What most results need in the list. */
const usualLineBytes = 130;
const mostLines = 100;

/**
 * Lists stored results, newest first, as many as an answer within the budget holds.
 *
 * Contract: asks for fewer until they fit; `answerBytes` of the result is at most `maxBytes`.
 * @throws SpillwayError what listing throws; `budget-too-small` when not even one fits.
 */
export async function answerList(
  listHandles: (options: { cursor?: string; limit?: number }) => Promise<HandlePage>,
  options: ListAnswerOptions,
): Promise<ListAnswer> {
  const { maxBytes, cursor } = options;
  const usual = Math.floor((maxBytes - frameBytes) / usualLineBytes);
  for (let limit = Math.max(1, Math.min(mostLines, usual)); limit >= 1; limit = Math.floor(limit / 2)) {
    const page = await listHandles({ limit, ...(cursor !== undefined && { cursor }) });
    const text = formatHandleList(page, options.formatNext);
    const fields = { handleCount: page.handles.length, ...(page.next !== undefined && { next: page.next }) };
    if (answerBytes(text, fields) <= maxBytes) return { page, text, fields };
  }
  throw new SpillwayError({
    code: 'budget-too-small',
    message: `a list of stored results does not fit into maxResultBytes ${maxBytes}; it needs 1024`,
    facts: { maxResultBytes: maxBytes, neededBytes: 1024 },
  });
}
