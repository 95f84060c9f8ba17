import { stringStops } from './byte-class.ts';
import type { ByteWindow } from './byte-window.ts';

/** Each byte of a word has this value. */
const eachByte = 0x01010101;
const quotes = 0x22222222;
const backslashes = 0x5c5c5c5c;
const spaces = 0x20202020;
const highBits = 0x80808080 | 0;

/**
 * Finds the first quote, backslash or control character of a string, four bytes at a time.
 *
 * Contract: returns its position, or the length where the bytes end before it.
 */
export function skipPlain({ bytes, view }: ByteWindow, from: number): number {
  const end = bytes.length;
  const last = end - 4;
  let at = from;
  for (; at <= last; at += 4) {
    const word = view.getInt32(at, true);
    const quote = word ^ quotes;
    const backslash = word ^ backslashes;
    const hits =
      (((quote - eachByte) & ~quote) | ((backslash - eachByte) & ~backslash) | ((word - spaces) & ~word)) & highBits;
    // A byte borrows from those above it only where it is itself a hit, so the lowest is one.
    if (hits !== 0) return at + ((31 - Math.clz32(hits & -hits)) >> 3);
  }
  while (at < end && stringStops[bytes[at] as number] === 0) at++;
  return at;
}
