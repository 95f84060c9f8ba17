import { jsonEscapedLength, takeEscapedEnd } from '../../bytes/escaped-length.ts';
import { hexRowBytes } from '../../bytes/hex-dump.ts';
import { iterateLines, type LineRange } from '../../bytes/lines.ts';
import { sanitizeText } from '../../bytes/sanitize.ts';
import { codecOf, type TextCodec } from '../../bytes/text-codec.ts';
import type { ReadTarget } from '../source/target.ts';
import { bytesOfCost, minUse } from './cut.ts';
import { floorUnit } from './locate.ts';

/** Where a page ends, and how much may stand on it. */
export interface TailSpace {
  /** At the edge of a character, or of a row of a hex dump, or the end of the source. */
  readonly end: number;
  readonly maxLines: number;
  /** JSON-escaped bytes of the content, with what stands before each line. */
  readonly maxBytes: number;
  readonly gutterBytes: number;
}

/** Bytes of the longest row of a hex dump, escaped newline included. */
const maxRowCost = 96;

/**
 * Finds where the page begins that ends at a given place: as many whole lines as fit, or the end of a longer one.
 *
 * Contract: before `end`, at the edge of a character, never between CR and LF; the start of a line where it can be. Reads
 * no more bytes than the budget can hold.
 */
export async function findTailStart(target: ReadTarget, space: TailSpace): Promise<number> {
  const { end, maxBytes } = space;
  if (target.encoding === 'binary') return hexStart(space);
  const from = await floorUnit(target, Math.max(0, end - maxBytes * bytesOfCost(target) - 16), hexRowBytes);
  const bytes = await target.source.read(from, end - from);
  const codec = target.codec ?? codecOf(target.encoding);
  return from + takeLines([...iterateLines(bytes, target.encoding)], bytes, from === 0, codec, space);
}

function hexStart({ end, maxLines, maxBytes }: TailSpace): number {
  const rows = Math.min(maxLines, Math.max(1, Math.floor(maxBytes / maxRowCost)));
  return Math.max(0, Math.ceil(end / hexRowBytes) - rows) * hexRowBytes;
}

/** Takes lines from the last to the first; returns where the first that was taken begins. */
function takeLines(
  ranges: readonly LineRange[],
  bytes: Uint8Array,
  isWhole: boolean,
  codec: TextCodec,
  { maxLines, maxBytes, gutterBytes }: TailSpace,
): number {
  let left = maxBytes;
  let start = bytes.length;
  for (let at = ranges.length - 1, lines = 0; at >= 0 && lines < maxLines; at--, lines++) {
    const range = ranges[at] as LineRange;
    const line = bytes.subarray(range.start, range.next);
    const { text } = codec.decode(line);
    const shown = sanitizeText(text).text;
    const cost = gutterBytes + jsonEscapedLength(shown);
    if (cost > left || (at === 0 && !isWhole)) {
      const isTooLittle = lines === 0 || left >= maxBytes * minUse;
      return isTooLittle ? range.start + endPart(line, text, shown, left - gutterBytes, codec) : start;
    }
    left -= cost;
    start = range.start;
  }
  return start;
}

/** Returns where the longest end of a line begins that fits. */
function endPart(line: Uint8Array, text: string, shown: string, maxBytes: number, codec: TextCodec): number {
  let index = takeEscapedEnd(shown, maxBytes);
  if (text[index] === '\n' && text[index - 1] === '\r') index++;
  return codec.toByteMap(line, text)(index);
}
