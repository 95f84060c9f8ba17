import { formatGutter } from '../../bytes/gutter.ts';
import { formatCursor, parseCursor } from '../../handle/cursor.ts';
import { type Answer, fitAnswer } from '../fit-answer.ts';
import { createPace, type Pace } from '../pace.ts';
import type { ReadTarget } from '../source/target.ts';
import { lineAt } from './locate.ts';
import { type Page, type PageOptions, readPageAt } from './page.ts';
import { answerPage, type PageAnswerOptions, pageForm } from './page-answer.ts';
import { assertPageRequest } from './page-request.ts';
import { formatPage } from './page-text.ts';
import { pastEndOffset } from './position-error.ts';
import { findTailStart } from './tail-start.ts';

/** Which lines from the end are asked for. */
export interface TailRequest {
  /** Where an earlier page began, as its `next`; or where the source ended, as `later`. */
  readonly cursor?: string;
  /** Most lines on the page; rows of a hex dump where the source is binary. */
  readonly lineCount?: number;
}

/**
 * Reads the last lines of a source, or those before a page that was read so, and writes them as `answerPage` does.
 *
 * Contract: `next` of the page goes backwards to the first line, `later` of a live file forwards to what is appended;
 * both are given back as `cursor`. Pages by `next`, in reverse, are the source byte for byte. Reads from the end only,
 * O(maxBytes); lines have numbers where the count of all lines is known.
 * @throws SpillwayError as `answerPage`.
 */
export async function answerTail(
  target: ReadTarget,
  request: TailRequest,
  options: PageAnswerOptions,
): Promise<Answer<Page>> {
  assertPageRequest(request);
  const cursor = request.cursor === undefined ? undefined : parseCursor(request.cursor);
  if (cursor?.kind === 'page') return answerPage(target, request, { ...options, tellsLater: true });
  const pace = createPace(options.signal);
  if (cursor !== undefined) await target.checkCursor(cursor, { kind: 'tail' });
  const end = cursor?.offset ?? target.source.byteLength;
  if (end > target.source.byteLength) throw pastEndOffset(target, end);
  const { hasGutter } = options;
  return fitAnswer(options, pageForm(options), async (maxContentBytes) => {
    const room = { maxContentBytes, hasGutter };
    const page = await readPageBefore(target, end, request.lineCount, room, pace);
    return { page, text: formatPage(page, { ...options, isTail: true, tellsLater: true }) };
  });
}

/** Reads the page that ends at a place. */
async function readPageBefore(
  target: ReadTarget,
  end: number,
  lineCount: number | undefined,
  options: PageOptions,
  pace: Pace,
): Promise<Page> {
  const { lineCount: allLines, source } = target;
  const gutterBytes = options.hasGutter ? formatGutter(allLines, '|').length : 0;
  const space = {
    end,
    maxLines: lineCount ?? Number.POSITIVE_INFINITY,
    maxBytes: options.maxContentBytes,
    gutterBytes,
  };
  const start = end === 0 ? 0 : await findTailStart(target, space);
  const line = allLines === undefined ? undefined : await lineAt(target, start, pace);
  const position = { offset: start, ...(line !== undefined && { line }), hasGrown: false };
  const room = { ...options, ...(end < source.byteLength && { maxSourceBytes: end - start }) };
  const { next: _, later, ...page } = await readPageAt(target, position, room, pace);
  const isEnd = end === source.byteLength;
  return {
    ...page,
    ...(isEnd && later !== undefined && { later }),
    ...(start > 0 && { next: await cursorBefore(target, start) }),
  };
}

async function cursorBefore(target: ReadTarget, offset: number): Promise<string> {
  return formatCursor({ kind: 'tail', offset, identity: await target.identify(offset) });
}
