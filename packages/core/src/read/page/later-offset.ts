import { incompleteTailLength } from '../../bytes/utf8-edge.ts';
import type { ReadTarget } from '../source/target.ts';

/** Most bytes at an end that begin a character: three of UTF-8; a high surrogate and one byte of the low one. */
const maxTailBytes = 3;

/**
 * Finds where reading goes on in a file that grows, when it was read up to `end`.
 *
 * Contract: a character of which only a part is written yet is read again from its start. In encodings other than UTF-8
 * and UTF-16, `end` itself.
 */
export async function laterOffset(target: ReadTarget, end: number): Promise<number> {
  const { encoding, codec, source } = target;
  if (encoding === 'binary' || codec !== undefined) return end;
  const start = Math.max(0, end - maxTailBytes);
  const tail = await source.read(start, end - start);
  return (
    end - (encoding === 'utf-8' ? incompleteTailLength(tail) : incompleteUnits(tail, end, encoding === 'utf-16le'))
  );
}

function incompleteUnits(tail: Uint8Array, end: number, isLittle: boolean): number {
  const odd = end % 2;
  const high = tail[tail.length - odd - (isLittle ? 1 : 2)] ?? 0;
  return odd + (high >= 0xd8 && high <= 0xdb ? 2 : 0);
}
