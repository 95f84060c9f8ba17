import { countWithheldIn } from '../../guard/mask.ts';
import { assertHandleCursor } from '../../handle/cursor-check.ts';
import { identifyHandle } from '../../handle/identity.ts';
import type { StoredSource } from '../../store/store.ts';
import type { ReadTarget } from './target.ts';

/** Makes an open stored result readable. */
export function handleTarget(stored: StoredSource): ReadTarget {
  const { handle, lineIndex } = stored;
  const lineCount = handle.lineCount ?? lineIndex.lineCount;
  return {
    source: stored,
    encoding: handle.encoding,
    lineIndex,
    ...(lineCount !== undefined && { lineCount }),
    ...(handle.withheld.length > 0 && {
      withheldIn: async (start: number, end: number) => countWithheldIn(handle.withheld, start, end),
    }),
    identify: async () => identifyHandle(handle),
    checkCursor: async (cursor, use) => {
      assertHandleCursor(cursor, handle, use);
      return 'same';
    },
  };
}
