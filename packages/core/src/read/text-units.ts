import type { TextEncoding } from '../bytes/byte-source.ts';
import { createDecoder, utf8ToString } from '../bytes/decode.ts';
import { utf8Unit } from '../bytes/utf8-edge.ts';

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
