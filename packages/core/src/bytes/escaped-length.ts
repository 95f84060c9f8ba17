import { utf8Unit } from './utf8-edge.ts';

/** Bytes that `JSON.stringify` writes for each ASCII character. */
const asciiCost: Uint8Array = new Uint8Array(128).fill(1);
asciiCost.fill(6, 0, 0x20);
for (const short of ['\b', '\t', '\n', '\f', '\r', '"', '\\']) asciiCost[short.charCodeAt(0)] = 2;

/** What a replacement character costs in UTF-8. */
const replacementCost = 3;

/**
 * Measures a string as it will be sent: the UTF-8 bytes of `JSON.stringify(text)` without its two quotes.
 *
 * Contract: builds no string; a lone surrogate costs 6, as `JSON.stringify` writes it as an escape.
 */
export function jsonEscapedLength(text: string): number {
  const length = text.length;
  let bytes = 0;
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += asciiCost[unit] as number;
    else if (unit < 0x800) bytes += 2;
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 3;
    else if (isPairAt(text, index, unit)) {
      bytes += 4;
      index++;
    } else bytes += 6;
  }
  return bytes;
}

/**
 * Finds the longest beginning of a string that fits a budget of escaped bytes.
 *
 * Contract: returns a UTF-16 index, never between the halves of a surrogate pair; 0 when nothing fits.
 */
export function takeEscaped(text: string, maxBytes: number): number {
  const length = text.length;
  let left = maxBytes;
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) left -= asciiCost[unit] as number;
    else if (unit < 0x800) left -= 2;
    else if (unit < 0xd800 || unit > 0xdfff) left -= 3;
    else if (isPairAt(text, index, unit)) {
      if (left < 4) return index;
      left -= 4;
      index++;
    } else left -= 6;
    if (left < 0) return index;
  }
  return length;
}

/**
 * Finds the longest end of a string that fits a budget of escaped bytes.
 *
 * Contract: returns the UTF-16 index where it begins, never between the halves of a surrogate pair; the length when
 * nothing fits.
 */
export function takeEscapedEnd(text: string, maxBytes: number): number {
  let left = maxBytes;
  for (let index = text.length; index > 0; ) {
    const isPair = index > 1 && isPairAt(text, index - 2, text.charCodeAt(index - 2));
    const start = index - (isPair && text.charCodeAt(index - 2) >= 0xd800 ? 2 : 1);
    left -= jsonEscapedLength(text.slice(start, index));
    if (left < 0) return index;
    index = start;
  }
  return 0;
}

/**
 * Measures UTF-8 bytes as the string they decode to will be sent.
 *
 * Contract: equals `jsonEscapedLength` of the decoded text; ill-formed bytes count as the U+FFFD that replaces them.
 */
export function jsonEscapedLengthUtf8(bytes: Uint8Array): number {
  const length = bytes.length;
  let cost = 0;
  for (let index = 0; index < length; ) {
    const byte = bytes[index] as number;
    if (byte < 0x80) {
      cost += asciiCost[byte] as number;
      index++;
      continue;
    }
    const unit = utf8Unit(bytes, index);
    cost += unit > 0 ? unit : replacementCost;
    index += Math.abs(unit);
  }
  return cost;
}

/**
 * Finds the longest beginning of UTF-8 bytes whose decoded text fits a budget of escaped bytes.
 *
 * Contract: returns a byte index on the edge of a code point or of an ill-formed run; 0 when nothing fits.
 */
export function takeEscapedUtf8(bytes: Uint8Array, maxBytes: number): number {
  const length = bytes.length;
  let left = maxBytes;
  for (let index = 0; index < length; ) {
    const byte = bytes[index] as number;
    if (byte < 0x80) {
      left -= asciiCost[byte] as number;
      if (left < 0) return index;
      index++;
      continue;
    }
    const unit = utf8Unit(bytes, index);
    left -= unit > 0 ? unit : replacementCost;
    if (left < 0) return index;
    index += Math.abs(unit);
  }
  return length;
}

function isPairAt(text: string, index: number, unit: number): boolean {
  if (unit > 0xdbff || index + 1 >= text.length) return false;
  const next = text.charCodeAt(index + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
