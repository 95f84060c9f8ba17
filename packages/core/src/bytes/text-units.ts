import type { TextEncoding } from './byte-source.ts';
import { createDecoder, utf8ToString } from './decode.ts';
import { incompleteTailLength, utf8Unit } from './utf8-edge.ts';

/** Text as decoded, and how many U+FFFD in it stand for bytes that could not be. */
export interface DecodedText {
  readonly text: string;
  readonly replacements: number;
}

/** Decodes bytes that begin and end on code points. Contract: a byte order mark is kept as U+FEFF. */
export function decodeText(bytes: Uint8Array, encoding: TextEncoding): DecodedText {
  const decoder = createDecoder(encoding, { keepByteOrderMark: true });
  const text = utf8ToString(decoder.write(bytes)) + utf8ToString(decoder.end());
  return { text, replacements: decoder.replacements };
}

/**
 * Maps UTF-16 indexes of a decoded text to positions in the bytes it was decoded from.
 *
 * Contract: `text` is exactly `bytes` decoded. Indexes asked in rising order cost one pass over the bytes in all; a
 * smaller one than before starts over. An index between the halves of a pair maps to the pair's start.
 */
export function createByteMap(bytes: Uint8Array, text: string, encoding: TextEncoding): (index: number) => number {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    return (index) => (index >= text.length ? bytes.length : index * 2);
  }
  // Every unit takes at least one byte, so equal lengths mean one byte each.
  if (encoding === 'binary' || bytes.length === text.length) return (index) => index;
  let unit = 0;
  let at = 0;
  return (index) => {
    if (index < unit) {
      unit = 0;
      at = 0;
    }
    while (unit < index && at < bytes.length) {
      const size = utf8Unit(bytes, at);
      const units = size === 4 ? 2 : 1;
      if (unit + units > index) break;
      unit += units;
      at += Math.abs(size);
    }
    return at;
  };
}

/** Leaves out a character at the end that goes on behind it. */
export function trimPartialEnd(bytes: Uint8Array, encoding: TextEncoding): Uint8Array {
  if (encoding === 'binary') return bytes;
  if (encoding === 'utf-8') return bytes.subarray(0, bytes.length - incompleteTailLength(bytes));
  const whole = bytes.length - (bytes.length % 2);
  return bytes.subarray(0, isSurrogate(bytes, whole - 2, encoding, 0xd8) ? whole - 2 : whole);
}

/** Leaves out the rest of a character at the start that began before it. Contract: leaves out at most 3 bytes. */
export function trimPartialStart(bytes: Uint8Array, encoding: TextEncoding): Uint8Array {
  if (encoding === 'binary') return bytes;
  if (encoding !== 'utf-8') return isSurrogate(bytes, 0, encoding, 0xdc) ? bytes.subarray(2) : bytes;
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.subarray(start);
}

function isSurrogate(bytes: Uint8Array, at: number, encoding: TextEncoding, kind: 0xd8 | 0xdc): boolean {
  return ((bytes[at + (encoding === 'utf-16le' ? 1 : 0)] ?? 0) & 0xfc) === kind;
}
