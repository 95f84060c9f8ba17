import type { TextEncoding } from './byte-source.ts';

/**
 * Picks the function that rewrites UTF-16 bytes as UTF-8 bytes.
 *
 * Contract: a lone surrogate, and an odd byte at the end, become one U+FFFD each and are counted; a high surrogate that
 * an odd byte follows at the end is one with it, as the WHATWG Encoding Standard has it. A byte order mark is kept.
 */
export function utf16ToUtf8(
  encoding: TextEncoding,
): (bytes: Uint8Array, count: { replacements: number }) => Uint8Array {
  const high = encoding === 'utf-16le' ? 1 : 0;
  return (bytes, count) => rewrite(bytes, high, count);
}

function rewrite(bytes: Uint8Array, high: number, count: { replacements: number }): Uint8Array {
  const low = 1 - high;
  const whole = bytes.length - (bytes.length % 2);
  const out = new Uint8Array((whole / 2) * 3 + 3);
  let length = 0;
  let endsInHighSurrogate = false;
  for (let at = 0; at < whole; at += 2) {
    const unit = ((bytes[at + high] as number) << 8) | (bytes[at + low] as number);
    if (unit < 0xd800 || unit > 0xdfff) {
      length = writeCodePoint(out, length, unit);
      continue;
    }
    const next = at + 2 < whole ? ((bytes[at + 2 + high] as number) << 8) | (bytes[at + 2 + low] as number) : 0;
    if (unit < 0xdc00 && next >= 0xdc00 && next <= 0xdfff) {
      length = writeCodePoint(out, length, 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00));
      at += 2;
      continue;
    }
    endsInHighSurrogate = unit < 0xdc00 && at + 2 === whole;
    length = writeCodePoint(out, length, 0xfffd);
    count.replacements++;
  }
  if (whole < bytes.length && !endsInHighSurrogate) {
    length = writeCodePoint(out, length, 0xfffd);
    count.replacements++;
  }
  return out.subarray(0, length);
}

function writeCodePoint(out: Uint8Array, at: number, code: number): number {
  if (code < 0x80) {
    out[at] = code;
    return at + 1;
  }
  if (code < 0x800) {
    out[at] = 0xc0 | (code >> 6);
    out[at + 1] = 0x80 | (code & 0x3f);
    return at + 2;
  }
  if (code < 0x10000) {
    out[at] = 0xe0 | (code >> 12);
    out[at + 1] = 0x80 | ((code >> 6) & 0x3f);
    out[at + 2] = 0x80 | (code & 0x3f);
    return at + 3;
  }
  out[at] = 0xf0 | (code >> 18);
  out[at + 1] = 0x80 | ((code >> 12) & 0x3f);
  out[at + 2] = 0x80 | ((code >> 6) & 0x3f);
  out[at + 3] = 0x80 | (code & 0x3f);
  return at + 4;
}
