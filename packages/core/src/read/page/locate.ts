import type { LineIndex } from '../../bytes/byte-source.ts';
import { floorCodePoint } from '../../bytes/utf8-edge.ts';
import type { Pace } from '../pace.ts';
import { countFeeds, endsWithLineFeed, lineStartBefore, skipFeeds } from '../source/line-scan.ts';
import { lineFeedLength, type ReadTarget } from '../source/target.ts';

/** How far a line number is searched for where no index helps. */
const scanBytes = 67_108_864;
const lookBackBytes = 1_048_576;
/** Within this many bytes an old encoding has a byte that no character goes over. */
const codecLookBackBytes = 65_536;

/**
 * Finds where a line starts, or how many lines there are when it is past the end.
 *
 * Contract: `line` is 1-based. With a whole index, reads no more than its stride; else the source up to the line, once
 * where the index remembers it.
 */
export async function locateLine(
  target: ReadTarget,
  line: number,
  pace: Pace,
): Promise<{ readonly offset: number } | { readonly lineCount: number }> {
  const { byteLength } = target.source;
  if (target.lineCount !== undefined && line > target.lineCount) return { lineCount: target.lineCount };
  await target.scanLines?.({ line }, pace);
  const known = (await target.lineIndex?.floor(line)) ?? { line: 1, offset: 0 };
  const found = await skipFeeds(target, known.offset, line - known.line, pace);
  if ('offset' in found && found.offset < byteLength) return found;
  const feeds = known.line - 1 + ('feeds' in found ? found.feeds : line - known.line);
  const lineCount = byteLength === 0 || (await endsWithLineFeed(target, byteLength)) ? feeds : feeds + 1;
  return { lineCount };
}

/**
 * Finds the number of the line that a byte lies in.
 *
 * Contract: with an index, reads no more than its stride where that is stated; where nothing is known, the source up to
 * the byte, and undefined when that is more than 64 MiB, unless `exact`.
 */
export async function lineAt(
  target: ReadTarget,
  offset: number,
  pace: Pace,
  exact = false,
): Promise<number | undefined> {
  if (target.encoding === 'binary') return undefined;
  const isNear = offset - (target.lineIndex === undefined ? 0 : knownBytes(target.lineIndex)) <= scanBytes;
  if (!isNear && !exact) return undefined;
  await target.scanLines?.({ offset }, pace);
  const known = (await target.lineIndex?.floorOffset(offset)) ?? { line: 1, offset: 0 };
  if (known.line === target.lineCount) return known.line;
  // Line starts that the index does not know lie within its stride after a known one.
  const isKnown = target.lineIndex !== undefined && offset <= knownBytes(target.lineIndex);
  const stride = (isKnown ? target.lineIndex?.strideBytes : undefined) ?? Number.POSITIVE_INFINITY;
  const end = Math.min(offset - (offset % lineFeedLength(target.encoding)), known.offset + stride);
  return known.line + (await countFeeds(target, known.offset, end, pace));
}

function knownBytes(index: LineIndex): number {
  return index.scannedBytes ?? Number.POSITIVE_INFINITY;
}

/** Finds the start of the line that `offset` lies in, where that takes no more than an index's stride or 1 MiB. */
export async function lineStartOf(
  target: ReadTarget,
  offset: number,
  line: number | undefined,
  pace: Pace,
): Promise<number | undefined> {
  const near = await lineStartBefore(target, offset, lookBackBytes);
  const isKnown = target.lineIndex !== undefined && offset <= knownBytes(target.lineIndex);
  if (near !== undefined || line === undefined || !isKnown) return near;
  const found = await locateLine(target, line, pace);
  return 'offset' in found ? found.offset : undefined;
}

/** Moves an offset back to the start of the character, or of the row of a hex dump, that it lies in. */
export async function floorUnit(target: ReadTarget, offset: number, hexRowBytes: number): Promise<number> {
  if (target.encoding === 'binary') return offset - (offset % hexRowBytes);
  const unit = lineFeedLength(target.encoding);
  if (target.codec !== undefined) {
    const from = Math.max(0, offset - codecLookBackBytes);
    return from + target.codec.floor(await target.source.read(from, offset - from + 4), offset - from);
  }
  const start = Math.max(0, offset - (offset % unit) - 4);
  const around = await target.source.read(start, 12);
  if (unit === 1) return start + floorCodePoint(around, offset - start);
  const at = offset - (offset % unit);
  const high = target.encoding === 'utf-16le' ? 1 : 0;
  const isHalf = (position: number, kind: number): boolean => ((around[position + high] ?? 0) & 0xfc) === kind;
  return at >= 2 && isHalf(at - start, 0xdc) && isHalf(at - 2 - start, 0xd8) ? at - 2 : at;
}
