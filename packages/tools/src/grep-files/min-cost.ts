import { markBytes, wholeLineUnits } from '@spillway/core';
import type { FileMatch } from './engine/engine.ts';

/** A gutter of one digit, and a line break as JSON writes it. */
const minRowBytes = 5;

/**
 * Tells how many bytes a match costs at least where it is shown.
 *
 * Contract: never more than its row costs as it is sent; `isFirst` of its line.
 */
export function minCost({ lineRange }: Pick<FileMatch, 'lineRange'>, isFirst: boolean): number {
  if (!isFirst) return markBytes;
  const byteLength = lineRange === undefined ? 0 : lineRange.end - lineRange.start;
  // A CR at its end is not shown.
  return minRowBytes + markBytes + (byteLength <= wholeLineUnits ? Math.max(0, byteLength - 1) : 0);
}

/** Tells how many bytes the matches of a file cost at least. */
export function minCostOf(matches: readonly FileMatch[]): number {
  return matches.reduce((sum, match, at) => sum + minCost(match, match.line !== matches[at - 1]?.line), 0);
}
