import { codecOf } from '../../bytes/text-codec.ts';
import { lineFeedLength, type ReadTarget } from '../source/target.ts';

/**
 * Finds the last place at or before `most` where a page of these bytes may end.
 *
 * Contract: `bytes` start at the edge of a character, with `mark` bytes of a byte order mark. Never inside a character or
 * between CR and LF; behind the first character at the least.
 */
export function edgeBefore(
  bytes: Uint8Array,
  most: number,
  mark: number,
  target: Pick<ReadTarget, 'encoding' | 'codec'>,
): number {
  if (bytes.length <= most) return bytes.length;
  const codec = target.codec ?? codecOf(target.encoding);
  const floor = withoutLoneCr(bytes, mark + codec.floor(bytes.subarray(mark), most - mark), target);
  if (floor > mark) return floor;
  // No character is longer than four bytes, and CR with LF in UTF-16 is as long.
  for (let end = mark + 1; end < bytes.length; end++) {
    const edge = withoutLoneCr(bytes, mark + codec.floor(bytes.subarray(mark), end - mark), target);
    if (edge > mark) return edge;
  }
  return bytes.length;
}

function withoutLoneCr(bytes: Uint8Array, edge: number, { encoding }: Pick<ReadTarget, 'encoding'>): number {
  const unit = lineFeedLength(encoding);
  const at = (index: number): number => {
    const [low, high] = [bytes[index] ?? 0, bytes[index + 1] ?? 0];
    if (unit === 1) return low;
    return encoding === 'utf-16le' ? low | (high << 8) : high | (low << 8);
  };
  return edge >= unit && at(edge - unit) === 0x0d && edge < bytes.length && at(edge) === 0x0a ? edge - unit : edge;
}
