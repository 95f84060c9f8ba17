import { noticeMarks } from './bound/notice.ts';
import { frameMarks } from './read/frame.ts';

/**
 * Finds a line in a text that Spillway wrote around a content: of a notice, or of a page.
 *
 * Contract: a text with such a line was copied from an answer, and stands for content that is not in it. Returns the
 * line, 1-based; words that merely look alike are not found.
 */
export function findOwnMark(text: string): { readonly kind: 'notice' | 'page'; readonly line: number } | undefined {
  const notice = noticeMarks.exec(text);
  const page = frameMarks.exec(text);
  const first = page === null || (notice !== null && notice.index < page.index) ? notice : page;
  if (first === null) return undefined;
  return { kind: first === notice ? 'notice' : 'page', line: text.slice(0, first.index).split('\n').length };
}
