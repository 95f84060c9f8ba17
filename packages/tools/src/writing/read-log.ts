import { type FileState, isSameState } from './file-state.ts';

/** How what was shown differs from the bytes of the file: by what packs them, or by characters that stand for bytes. */
export type Unlike = 'decompressed' | 'replaced';

/** How a file, as it is now, stands to what was shown of it. */
export type Coverage =
  | { readonly kind: 'unread' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'part'; readonly shownBytes: number }
  | { readonly kind: 'unlike'; readonly how: Unlike }
  | { readonly kind: 'whole' };

/** Remembers which bytes of which files were shown, so that a file is not replaced by somebody who saw a part of it. */
export interface ReadLog {
  /**
   * Remembers that `[start, end)` was shown; a range of an earlier state of the file is forgotten. `unlike` says that
   * the file cannot be written again from what was shown.
   */
  record(state: FileState, start: number, end: number, unlike?: Unlike): void;
  /** Remembers that all of it is known, as after a write. */
  recordWhole(state: FileState): void;
  coverage(state: FileState): Coverage;
}

interface Seen {
  readonly state: FileState;
  /** Sorted, apart from each other. */
  ranges: [start: number, end: number][];
  unlike?: Unlike;
}

const maxFiles = 1_000;
const maxRanges = 1_000;

/**
 * Creates an empty log.
 *
 * Contract: bounded: of more than 1,000 files the one seen longest ago counts as unread, and of a file with more than
 * 1,000 separate ranges the last ones are forgotten, so that it counts as shown in part.
 */
export function createReadLog(): ReadLog {
  const files = new Map<string, Seen>();
  const put = (seen: Seen): void => {
    files.delete(seen.state.shown);
    files.set(seen.state.shown, seen);
    const [oldest] = files.keys();
    if (files.size > maxFiles && oldest !== undefined) files.delete(oldest);
  };
  return {
    record(state, start, end, unlike) {
      const known = files.get(state.shown);
      const seen: Seen = known !== undefined && isSameState(known.state, state) ? known : { state, ranges: [] };
      seen.ranges = withRange(seen.ranges, start, end).slice(0, maxRanges);
      if (unlike !== undefined) seen.unlike = unlike;
      put(seen);
    },
    recordWhole(state) {
      put({ state, ranges: [[0, state.byteLength]] });
    },
    coverage(state) {
      const seen = files.get(state.shown);
      if (seen === undefined) return { kind: 'unread' };
      if (!isSameState(seen.state, state)) return { kind: 'changed' };
      if (seen.unlike !== undefined) return { kind: 'unlike', how: seen.unlike };
      const shownBytes = seen.ranges.reduce((sum, [start, end]) => sum + end - start, 0);
      return shownBytes >= state.byteLength ? { kind: 'whole' } : { kind: 'part', shownBytes };
    },
  };
}

function withRange(ranges: Seen['ranges'], start: number, end: number): Seen['ranges'] {
  if (end <= start) return ranges;
  let [from, to] = [start, end];
  const apart = ranges.filter(([a, b]) => {
    if (b < from || a > to) return true;
    from = Math.min(from, a);
    to = Math.max(to, b);
    return false;
  });
  return [...apart, [from, to] as [number, number]].sort((one, other) => one[0] - other[0]);
}
