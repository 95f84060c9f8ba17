import { setNewest } from '../set-newest.ts';
import type { BoundContext, BoundedResult } from './result.ts';

/** Makes a notice again, for another budget. */
export type Rebound = (context: BoundContext) => BoundedResult;

/** Remembers the notices of this process, so that bounding one again keeps its handle and its totals. */
export interface NoticeLog {
  remember(text: string, rebound: Rebound): void;
  find(text: string): Rebound | undefined;
}

const knownNotices = 64;

/**
 * Creates a notice log.
 *
 * Contract: knows the last 64 notices by their exact text. A text that merely looks like a notice is content: it is
 * stored like any other.
 */
export function createNoticeLog(): NoticeLog {
  const known = new Map<string, Rebound>();
  return {
    remember(text, rebound) {
      setNewest(known, text, rebound, knownNotices);
    },
    find: (text) => known.get(text),
  };
}
