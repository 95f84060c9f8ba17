import type { Pace } from '../pace.ts';
import type { ReadTarget } from '../source/target.ts';
import type { Collector } from './found-match.ts';
import type { LineMatcher } from './matcher.ts';

/** How far a scan may go before it stops and says so. */
export interface ScanLimits {
  /** Bytes of the source. */
  readonly maxScanBytes: number;
  readonly maxScanMs: number;
}

/** Where a scan is. */
export interface ScanPlace {
  readonly offset: number;
  /** The line that `offset` lies in; absent where the content is binary. */
  readonly line?: number;
  /** The scan ended here because a limit was met, not because a line or the source ended. */
  readonly isStopped: boolean;
}

/** What the parts of a scan share. */
export interface ScanState {
  readonly target: ReadTarget;
  readonly matcher: LineMatcher;
  readonly collector: Collector;
  readonly pace: Pace;
  /** Tells whether the scan must stop before it goes on at `offset`. */
  isSpent(offset: number): boolean;
}

/** Builds the place that follows from an offset and a line that may be unknown. */
export function placeAt(offset: number, line: number | undefined, isStopped: boolean): ScanPlace {
  return { offset, ...(line !== undefined && { line }), isStopped };
}
