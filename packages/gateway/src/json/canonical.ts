import { isUtf8 } from 'node:buffer';
import { slice } from './raw.ts';
import type { Range } from './scan.ts';
import { Unescaper } from './unescaper.ts';

const COMPARED_BYTES = 262_144;

/** Tells whether a literal is what `JSON.stringify` writes for the text that `plain` is in UTF-8. */
export function isCanonicalOf(bytes: Buffer, range: Range, plain: Buffer): boolean {
  try {
    return isSpelledOut(bytes, range, plain) && isUtf8(slice(bytes, range));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function isSpelledOut(bytes: Buffer, range: Range, plain: Buffer): boolean {
  const unescaper = new Unescaper(bytes, { start: range.start + 1, end: range.end - 1 });
  let at = 0;
  for (let piece = unescaper.next(COMPARED_BYTES); piece.length > 0; piece = unescaper.next(COMPARED_BYTES)) {
    if (!unescaper.isCanonical || !piece.equals(plain.subarray(at, at + piece.length))) return false;
    at += piece.length;
  }
  return at === plain.length;
}
