import { byteOrderMarkLength } from '../../bytes/encoding.ts';
import { afterLineFeed } from '../../bytes/line-feeds.ts';
import { trimPartialStart } from '../../bytes/text-units.ts';
import type { Pace } from '../pace.ts';
import { afterLastLineFeed, endsWithLineFeed, lineStartBefore } from '../source/line-scan.ts';
import { lineFeedLength, type ReadTarget } from '../source/target.ts';
import { createCollector, type Tally } from './found-match.ts';
import type { LineMatcher } from './matcher.ts';
import { scanBatch } from './scan-batch.ts';
import { scanLongLine } from './scan-long-line.ts';
import { placeAt, type ScanLimits, type ScanPlace, type ScanState } from './scan-state.ts';

/** What a scan found, and how far it came. */
export interface ScanResult extends Tally {
  /** Where it ended: the end of the source, or the place to go on from. */
  readonly end: ScanPlace;
}

const maxBatchBytes = 262_144;

/**
 * Counts the matches from a place to the end of a source.
 *
 * Contract: reads the source once, in batches of whole lines; a line longer than the matcher takes at once is searched
 * in pieces. Memory is O(batch + longest text of the matcher + maxKept). The event loop gets its turns. Stops at the
 * limits, having advanced, and says where.
 * @throws SpillwayError `aborted`, or what the source throws.
 */
export async function scanMatches(
  target: ReadTarget,
  matcher: LineMatcher,
  from: { readonly offset: number; readonly line?: number },
  options: ScanLimits & { readonly maxKept: number; readonly pace: Pace },
): Promise<ScanResult> {
  const collector = createCollector(options.maxKept);
  const { pace, maxScanBytes, maxScanMs } = options;
  const begin = pace.elapsedMs();
  const isSpent = (offset: number): boolean =>
    offset - from.offset >= maxScanBytes || pace.elapsedMs() - begin >= maxScanMs;
  const state: ScanState = { target, matcher, collector, pace, isSpent };
  const end = target.encoding === 'binary' ? await scanBinary(state, from.offset) : await scanText(state, from);
  const { matches, matchCount, matchingLines, lineSpan, isExact, hasEscapes } = collector;
  return { matches, matchCount, matchingLines, ...(lineSpan && { lineSpan }), isExact, hasEscapes, end };
}

async function scanBinary(state: ScanState, from: number): Promise<ScanPlace> {
  return scanLongLine(state, { start: Math.max(0, from - 64), from, line: undefined });
}

async function scanText(state: ScanState, from: { offset: number; line?: number }): Promise<ScanPlace> {
  const { byteLength } = state.target.source;
  let place = await scanFirstLine(state, from.offset, from.line ?? 1);
  for (let batches = 0; !place.isStopped && place.offset < byteLength; batches++) {
    if (state.pace.isDue()) await state.pace.rest();
    if (batches > 0 && state.isSpent(place.offset)) return { ...place, isStopped: true };
    place = await scanNext(state, place.offset, place.line ?? 1);
  }
  return place;
}

/** The scan may start inside a line, whose beginning the pattern may ask for. */
async function scanFirstLine(state: ScanState, offset: number, line: number): Promise<ScanPlace> {
  const { target, matcher } = state;
  if (offset === 0) {
    const head = await target.source.read(0, 3);
    return placeAt(byteOrderMarkLength(head, target.encoding), line, false);
  }
  if (await endsWithLineFeed(target, offset)) return placeAt(offset, line, false);
  const maxBytes = matcher.maxTextLength * lineFeedLength(target.encoding);
  const start = await lineStartBefore(target, offset, maxBytes);
  if (start === undefined)
    return scanLongLine(state, { start: await contextBefore(target, offset), from: offset, line });
  const bytes = await readLine(target, start, offset, maxBytes);
  if (bytes === undefined) return scanLongLine(state, { start, from: offset, line });
  return scanBatch(state, { bytes, offset: start, line, from: offset });
}

async function scanNext(state: ScanState, offset: number, line: number): Promise<ScanPlace> {
  const { target, matcher } = state;
  const maxTextBytes = matcher.maxTextLength * lineFeedLength(target.encoding);
  const bytes = await target.source.read(offset, Math.min(maxBatchBytes, maxTextBytes));
  const isLast = offset + bytes.length >= target.source.byteLength;
  const end = isLast ? bytes.length : afterLastLineFeed(bytes, target);
  if (end > 0) return scanBatch(state, { bytes: bytes.subarray(0, end), offset, line, from: offset });
  const whole = await readLine(target, offset, offset, maxTextBytes);
  if (whole === undefined) return scanLongLine(state, { start: offset, from: offset, line });
  return scanBatch(state, { bytes: whole, offset, line, from: offset });
}

/** Reads the line from its start to its end, which is searched for from `from` on, if it is no longer than `maxBytes`. */
async function readLine(
  target: ReadTarget,
  start: number,
  from: number,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const bytes = await target.source.read(start, maxBytes);
  const after = afterLineFeed(bytes, from - start, target.encoding);
  if (after >= 0) return bytes.subarray(0, after);
  return start + bytes.length >= target.source.byteLength ? bytes : undefined;
}

/** A place some characters before an offset inside a line; an edge of a character. */
async function contextBefore(target: ReadTarget, offset: number): Promise<number> {
  const unit = lineFeedLength(target.encoding);
  const start = Math.max(0, offset - 64 * unit);
  const bytes = await target.source.read(start, 4);
  return start === 0 ? 0 : start + bytes.length - trimPartialStart(bytes, target.encoding).length;
}
