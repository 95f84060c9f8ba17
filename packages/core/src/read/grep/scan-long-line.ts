import { mapEscapes, openEscapeStart, type StrippedText } from '../../bytes/escapes.ts';
import { afterLineFeed } from '../../bytes/line-feeds.ts';
import { createByteMap, trimPartialEnd } from '../../bytes/text-units.ts';
import { lineFeedLength, type ReadTarget } from '../source/target.ts';
import { decode } from './candidate-lines.ts';
import { afterMatch, matchesIn, searchedText } from './match-text.ts';
import { placeAt, type ScanPlace, type ScanState } from './scan-state.ts';

/** A line, or a whole binary content, that is too long to be searched at once. */
export interface LongLine {
  /** Where the line starts, or any place in it that at least `contextUnits` characters precede `from`. */
  readonly start: number;
  readonly from: number;
  readonly line: number | undefined;
}

/** Characters before a piece that its first match may have to see. */
const contextUnits = 32;
/** How much larger a piece may become that holds hardly any text. */
const maxGrowth = 64;
/** What neighbouring pieces share where a match may have any length. */
const unboundedOverlap = 4096;

/**
 * Counts the matches in a line piece by piece.
 *
 * Contract: exact where the matcher bounds the length of its matches; otherwise a match across the seam of two pieces
 * may be missed or cut, and the collector is told. Returns the start of the next line, or where the scan stopped.
 */
export async function scanLongLine(state: ScanState, long: LongLine): Promise<ScanPlace> {
  const { target, matcher, pace, collector } = state;
  const isBounded = Number.isFinite(matcher.maxMatchLength);
  const overlap = (isBounded ? matcher.maxMatchLength : unboundedOverlap) + 2;
  let pieceUnits = Math.max(matcher.maxTextLength, (overlap + contextUnits) * 4);
  const maxUnits = pieceUnits * maxGrowth;
  let { start, from } = long;
  for (let pieces = 1; ; pieces++) {
    if (pace.isDue()) await pace.rest();
    if (pieces > 1 && state.isSpent(from)) return placeAt(from, long.line, true);
    const piece = await readPiece(target, start, from, pieceUnits);
    if (!isBounded && (pieces > 1 || !piece.isLast)) collector.loseExactness();
    const source = searchedSource(piece, state);
    const text = piece.isLast ? searchedText(source.text, matcher) : source.text;
    const placeOf = (index: number): number => start + piece.toByte(source.toSource(index));
    // A match that starts before this place cannot depend on what lies behind the piece.
    const sure = piece.isLast ? text.length + 1 : text.length - overlap;
    let at = source.fromSource(decode(piece.bytes.subarray(0, from - start), target.encoding).length);
    for (const match of matchesIn(matcher, text, at)) {
      if (match.start >= sure) break;
      at = afterMatch(text, match);
      collector.add({
        start: placeOf(match.start),
        end: start + piece.toByte(source.toSourceEnd(match.start, match.end)),
        ...(long.line !== undefined && { line: long.line }),
      });
      if (!pace.isDue()) continue;
      await pace.rest();
      if (state.isSpent(from)) return placeAt(placeOf(Math.min(at, text.length)), long.line, true);
    }
    if (piece.isLast) {
      collector.endLine();
      return placeAt(piece.next, lineAfter(long.line, piece), false);
    }
    const resume = Math.max(at, sure);
    const next = placeOf(resume);
    if (next > from) {
      start = placeOf(Math.max(0, resume - contextUnits));
      from = next;
    } else if (pieceUnits < maxUnits) {
      // Hardly anything but escape sequences, and no match: a larger piece holds some text as well.
      pieceUnits *= 2;
    } else {
      // What so many of them hide of a match across the seam is not known.
      collector.loseExactness();
      start = from = start + piece.bytes.length;
    }
  }
}

interface Piece {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly isLast: boolean;
  readonly hasLineFeed: boolean;
  /** The start of the next line, where this is the last piece. */
  readonly next: number;
  readonly toByte: (index: number) => number;
}

/** The piece as it is searched: without terminal escape sequences, but where the pattern asks for them. */
function searchedSource(piece: Piece, { matcher, target, collector }: ScanState): StrippedText {
  const isKept = matcher.seesEscapes || target.encoding === 'binary' || !piece.text.includes('\u001b');
  if (isKept) return { text: piece.text, toSource: same, toSourceEnd: (_, end) => end, fromSource: same };
  const source = mapEscapes(piece.isLast ? piece.text : piece.text.slice(0, openEscapeStart(piece.text)));
  if (source.text.length < piece.text.length) collector.noteEscapes();
  return source;
}

function same(index: number): number {
  return index;
}

async function readPiece(target: ReadTarget, start: number, from: number, units: number): Promise<Piece> {
  const { source, encoding } = target;
  const read = await source.read(start, units * lineFeedLength(encoding));
  const after = encoding === 'binary' ? -1 : afterLineFeed(read, from - start, encoding);
  const isLast = after >= 0 || start + read.length >= source.byteLength;
  const line = after >= 0 ? read.subarray(0, after - lineFeedLength(encoding)) : read;
  const bytes = isLast ? line : trimPartialEnd(line, encoding);
  const text = decode(bytes, encoding);
  const next = after >= 0 ? start + after : start + read.length;
  return { bytes, text, isLast, hasLineFeed: after >= 0, next, toByte: createByteMap(bytes, text, encoding) };
}

function lineAfter(line: number | undefined, piece: Piece): number | undefined {
  return line === undefined || !piece.hasLineFeed ? line : line + 1;
}
