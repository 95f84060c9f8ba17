/** Each byte of a word has this value. */
const eachByte = 0x01010101;
const quotes = 0x22222222;
const backslashes = 0x5c5c5c5c;
const spaces = 0x20202020;
const highBits = 0x80808080 | 0;

/**
 * Passes over bytes of a string four at a time, while none of them is a quote, a backslash or a control character.
 *
 * Contract: `view` is of the same bytes. Returns a position at or up to three bytes before the first such byte, or
 * before the end.
 */
export function skipPlain(view: DataView, from: number): number {
  const last = view.byteLength - 4;
  let at = from;
  for (; at <= last; at += 4) {
    const word = view.getInt32(at, true);
    const quote = word ^ quotes;
    const backslash = word ^ backslashes;
    // A byte borrows from the next only where it is itself a hit, so that the first hit is never missed.
    const hits = ((quote - eachByte) & ~quote) | ((backslash - eachByte) & ~backslash) | ((word - spaces) & ~word);
    if ((hits & highBits) !== 0) break;
  }
  return at;
}
