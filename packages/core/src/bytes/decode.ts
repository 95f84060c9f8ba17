import type { TextEncoding } from './byte-source.ts';
import { concatBytes } from './concat.ts';
import { byteOrderMarkLength } from './encoding.ts';
import { incompleteTailLength, utf8Unit } from './utf8-edge.ts';
import { utf16ToUtf8 } from './utf16.ts';

/** Turns the bytes of a stream into well-formed UTF-8, whatever the chunking. */
export interface Decoder {
  /** U+FFFD written so far in place of input that could not be decoded; those that stood in the input do not count. */
  readonly replacements: number;
  /** Decodes the next bytes. The returned array may be a view of `chunk`. */
  write(chunk: Uint8Array): Uint8Array;
  /** Ends the input: an incomplete last code point becomes one U+FFFD. */
  end(): Uint8Array;
}

const noBytes = new Uint8Array(0);
const replacement = Uint8Array.of(0xef, 0xbf, 0xbd);
const stringDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Creates a decoder for one stream.
 *
 * Contract: replaces ill-formed input as the WHATWG Encoding Standard does, one U+FFFD for each maximal subpart or lone
 * surrogate. One leading byte order mark is dropped unless `keepByteOrderMark`. Holds at most 3 bytes between calls.
 * @throws TypeError for `binary`, which has no text.
 */
export function createDecoder(encoding: TextEncoding, options: { keepByteOrderMark?: boolean } = {}): Decoder {
  if (encoding === 'binary') throw new TypeError('binary content cannot be decoded to text');
  let held: Uint8Array = noBytes;
  let isAtStart = options.keepByteOrderMark !== true;
  const count = { replacements: 0 };
  const decode = encoding === 'utf-8' ? repairUtf8 : utf16ToUtf8(encoding);
  const tailLength = encoding === 'utf-8' ? incompleteTailLength : heldUtf16Length(encoding);

  const run = (chunk: Uint8Array, isLast: boolean): Uint8Array => {
    let bytes = held.length > 0 ? concatBytes([held, chunk]) : chunk;
    const longestMark = encoding === 'utf-8' ? 3 : 2;
    if (isAtStart && (bytes.length >= longestMark || isLast)) {
      bytes = bytes.subarray(byteOrderMarkLength(bytes, encoding));
      isAtStart = false;
    }
    const heldLength = isLast ? 0 : isAtStart ? bytes.length : tailLength(bytes);
    const whole = bytes.subarray(0, bytes.length - heldLength);
    held = heldLength === 0 ? noBytes : bytes.slice(bytes.length - heldLength);
    return decode(whole, count);
  };

  return {
    get replacements(): number {
      return count.replacements;
    },
    write: (chunk) => run(chunk, false),
    end: () => run(noBytes, true),
  };
}

/**
 * Turns well-formed UTF-8 into a string.
 *
 * Contract: keeps a U+FEFF wherever it stands; ill-formed bytes become U+FFFD.
 */
export function utf8ToString(bytes: Uint8Array): string {
  return stringDecoder.decode(bytes);
}

/** Returns `bytes` itself when it is well formed. */
function repairUtf8(bytes: Uint8Array, count: { replacements: number }): Uint8Array {
  const parts: Uint8Array[] = [];
  const length = bytes.length;
  let from = 0;
  for (let at = 0; at < length; ) {
    if ((bytes[at] as number) < 0x80) {
      at++;
      continue;
    }
    const unit = utf8Unit(bytes, at);
    if (unit > 0) {
      at += unit;
      continue;
    }
    parts.push(bytes.subarray(from, at), replacement);
    count.replacements++;
    at -= unit;
    from = at;
  }
  if (parts.length === 0) return bytes;
  parts.push(bytes.subarray(from));
  return concatBytes(parts);
}

/** An odd byte, and a high surrogate whose other half may follow, wait for the next chunk. */
function heldUtf16Length(encoding: TextEncoding): (bytes: Uint8Array) => number {
  const highAt = encoding === 'utf-16le' ? 1 : 0;
  return (bytes) => {
    const odd = bytes.length % 2;
    const lastUnit = bytes.length - odd - 2;
    if (lastUnit < 0) return odd;
    return ((bytes[lastUnit + highAt] as number) & 0xfc) === 0xd8 ? odd + 2 : odd;
  };
}
