import type { ReadTarget } from '@spillway/core';
import type { FileMatch } from '../engine/engine.ts';
import { minCost } from '../min-cost.ts';

/** The matches of a file that may be shown, as far as an answer can come. */
export interface ServedMatches {
  readonly matches: readonly FileMatch[];
  /** Matches among those looked at that lie in the body of a private key, and the lines that have no other. */
  readonly withheld: number;
  readonly withheldLines: number;
  /** The first match that was not looked at, as there is no room for it. */
  readonly rest?: FileMatch;
}

/**
 * Takes out the matches that lie in the body of a private key.
 *
 * Contract: looks at no more matches than rows of `maxBytes` can hold, as a look costs a read.
 */
export async function withoutKeys(
  target: ReadTarget,
  matches: readonly FileMatch[],
  maxBytes: number,
): Promise<ServedMatches> {
  const served: FileMatch[] = [];
  const lines = { served: new Set<number>(), withheld: new Set<number>() };
  let withheld = 0;
  let left = maxBytes;
  for (const [at, match] of matches.entries()) {
    const { start, end, line = 0 } = match;
    left -= minCost(match, matches[at - 1]?.line !== match.line);
    if (left < 0 && served.length > 0) return { ...count(), rest: match };
    const hidden = (await target.withheldIn?.(start, Math.max(end, start + 1))) ?? 0;
    if (hidden > 0) withheld++;
    else served.push(match);
    lines[hidden > 0 ? 'withheld' : 'served'].add(line);
  }
  return count();

  function count(): Omit<ServedMatches, 'rest'> {
    const only = [...lines.withheld].filter((line) => !lines.served.has(line));
    return { matches: served, withheld, withheldLines: only.length };
  }
}
