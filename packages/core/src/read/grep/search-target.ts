import { byteOrderMarkLength } from '../../bytes/encoding.ts';
import { digestQuery, parseCursor } from '../../handle/cursor.ts';
import { createPace } from '../pace.ts';
import type { ReadTarget } from '../source/target.ts';
import { createMatcher } from './create-matcher.ts';
import type { Pattern } from './matcher.ts';
import { type ScanResult, scanMatches } from './scan-matches.ts';
import type { ScanLimits } from './scan-state.ts';

/** What to search for and where to begin. */
export interface GrepRequest extends Pattern {
  /** Lines shown before and after each match. */
  readonly contextLines?: number;
  /** Count, and show no line. */
  readonly countOnly?: boolean;
  /** Where an earlier answer ended; the pattern and how it is read must be the same. */
  readonly cursor?: string;
}

/** A search that was made, from which answers of any size are written. */
export interface GrepSearch {
  readonly target: ReadTarget;
  readonly request: GrepRequest;
  readonly scan: ScanResult;
  readonly from: { readonly offset: number; readonly line?: number };
  readonly lowest: number;
  readonly hasGrown: boolean;
}

/** How far a search goes before it says how far it came. */
const defaultScanLimits: ScanLimits = { maxScanBytes: Number.POSITIVE_INFINITY, maxScanMs: 10_000 };

/** Rows cost at least this much for each match. */
const minMatchCost = 6;

/**
 * Searches a source.
 *
 * Contract: counts every match and every line with a match from the cursor, or the start, to the end or to a limit.
 * Keeps as many as an answer of `maxContentBytes` can show. Memory does not grow with the source.
 * @throws SpillwayError `pattern-invalid`, `request-invalid`, `cursor-malformed`, `cursor-mismatch`, `source-changed`,
 * `aborted`.
 */
export async function searchTarget(
  target: ReadTarget,
  request: GrepRequest,
  options: Partial<ScanLimits> & { readonly maxContentBytes: number; readonly signal?: AbortSignal },
): Promise<GrepSearch> {
  const pace = createPace(options.signal);
  const matcher = createMatcher(request, target.encoding);
  const { hasGrown, ...from } = await startOf(target, request);
  const { maxScanBytes = defaultScanLimits.maxScanBytes, maxScanMs = defaultScanLimits.maxScanMs } = options;
  const maxKept = request.countOnly === true ? 0 : Math.ceil(options.maxContentBytes / minMatchCost) + 1;
  const scan = await scanMatches(target, matcher, from, { maxScanBytes, maxScanMs, maxKept, pace });
  const head = from.offset === 0 ? await target.source.read(0, 3) : new Uint8Array(0);
  const lowest = from.offset + byteOrderMarkLength(head, target.encoding);
  return { target, request, scan, from, lowest, hasGrown };
}

/** Identifies a search, so that a cursor goes on with the same one. Contract: lines beside matches do not count. */
export function digestRequest(request: GrepRequest): number {
  return digestQuery(JSON.stringify([request.pattern, request.literal === true, request.ignoreCase === true]));
}

async function startOf(target: ReadTarget, request: GrepRequest): Promise<GrepSearch['from'] & { hasGrown: boolean }> {
  if (request.cursor === undefined) {
    return { offset: 0, ...(target.encoding !== 'binary' && { line: 1 }), hasGrown: false };
  }
  const cursor = parseCursor(request.cursor);
  const state = await target.checkCursor(cursor, { kind: 'grep', query: digestRequest(request) });
  const { offset, line } = cursor;
  return { offset, ...(line !== undefined && { line }), hasGrown: state === 'appended' };
}
