import type { TextEncoding } from '../../bytes/byte-source.ts';
import { mapEscapes } from '../../bytes/escapes.ts';
import { countLineFeedsIn } from '../../bytes/line-feeds.ts';
import { createByteMap } from '../../bytes/text-units.ts';
import { type CandidateLine, candidateLines, decode } from './candidate-lines.ts';
import { afterMatch, matchesIn, searchedText } from './match-text.ts';
import type { MatchRange } from './matcher.ts';
import { placeAt, type ScanPlace, type ScanState } from './scan-state.ts';

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
  const onEscapes = (): void => state.collector.noteEscapes();
  for (const candidate of candidateLines(bytes, state.target.encoding, state.matcher, onEscapes)) {
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
  const lineRange = { start: lineStart, end: batch.offset + candidate.end };
  const line = batch.line + candidate.feedsBefore;
  const source = candidate.source === undefined ? undefined : mapEscapes(candidate.source);
  const toByte = byteMapOf(batch, candidate, target.encoding);
  const placeOf = (index: number): number => lineStart + toByte(source?.toSource(index) ?? index);
  const endOf = ({ start, end }: MatchRange): number => lineStart + toByte(source?.toSourceEnd(start, end) ?? end);
  const before = batch.from <= lineStart ? 0 : unitsBefore(batch, candidate, target.encoding);
  for (const match of matchesIn(matcher, text, source?.fromSource(before) ?? before)) {
    collector.add({ start: placeOf(match.start), end: endOf(match), line, lineRange });
    if (!pace.isDue()) continue;
    await pace.rest();
    const after = afterMatch(text, match);
    if (after <= text.length && state.isSpent(batch.offset)) return placeOf(after);
  }
  return undefined;
}

function byteMapOf(batch: Batch, candidate: CandidateLine, encoding: TextEncoding): (index: number) => number {
  // The usual case, worth a million times not making a view of the bytes: one byte a character.
  const { start, end, source = candidate.text } = candidate;
  if (encoding === 'utf-8' && end - start === source.length) return (index) => index;
  return createByteMap(batch.bytes.subarray(start, end), source, encoding);
}

function unitsBefore(batch: Batch, candidate: CandidateLine, encoding: TextEncoding): number {
  return decode(batch.bytes.subarray(candidate.start, batch.from - batch.offset), encoding).length;
}
