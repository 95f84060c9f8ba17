import { countLineFeedsIn } from '../bytes/line-feeds.ts';
import { type CandidateLine, candidateLines, decode } from './candidate-lines.ts';
import { afterMatch, matchesIn, searchedText } from './match-text.ts';
import { placeAt, type ScanPlace, type ScanState } from './scan-state.ts';
import { createByteMap } from './text-units.ts';

/** Whole lines, read from a source. */
export interface Batch {
  readonly bytes: Uint8Array;
  readonly offset: number;
  /** The line at `offset`. */
  readonly line: number;
  /** Matches in the first line that start before this byte of the source were counted before. */
  readonly from: number;
}

/**
 * Counts the matches in a batch of whole lines.
 *
 * Contract: returns where the batch ended, or where the scan stopped inside it, at the end of a match.
 */
export async function scanBatch(state: ScanState, batch: Batch): Promise<ScanPlace> {
  const { bytes, offset } = batch;
  for (const candidate of candidateLines(bytes, state.target.encoding, state.matcher)) {
    if (state.pace.isDue()) await state.pace.rest();
    const stop = await scanLine(state, batch, candidate);
    if (stop !== undefined) return placeAt(stop, batch.line + candidate.feedsBefore, true);
    state.collector.endLine();
  }
  const lines = countLineFeedsIn(bytes, state.target.encoding);
  return placeAt(offset + bytes.length, batch.line + lines, false);
}

/** Returns the byte at which the scan had to stop, if it had to. */
async function scanLine(state: ScanState, batch: Batch, candidate: CandidateLine): Promise<number | undefined> {
  const { matcher, pace, collector, target } = state;
  const text = searchedText(candidate.text, matcher);
  const lineStart = batch.offset + candidate.start;
  const bytes = batch.bytes.subarray(candidate.start, candidate.end);
  const toByte = createByteMap(bytes, candidate.text, target.encoding);
  const lineRange = { start: lineStart, end: batch.offset + candidate.end };
  const line = batch.line + candidate.feedsBefore;
  const from = decode(bytes.subarray(0, Math.max(0, batch.from - lineStart)), target.encoding).length;
  for (const match of matchesIn(matcher, text, from)) {
    collector.add({ start: lineStart + toByte(match.start), end: lineStart + toByte(match.end), line, lineRange });
    if (!pace.isDue()) continue;
    await pace.rest();
    const after = afterMatch(text, match);
    if (after <= text.length && state.isSpent(batch.offset)) return lineStart + toByte(after);
  }
  return undefined;
}
