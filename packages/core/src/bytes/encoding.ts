import type { TextEncoding } from './byte-source.ts';
import { detectBinaryMediaType } from './media-type.ts';
import { utf8Unit } from './utf8-edge.ts';

/** Bytes from the start that decide; more are not looked at. */
export const encodingHeadBytes: number = 65_536;

/** Shares of the head above which it is not text. */
const maxNulShare = 0.1;
const maxControlShare = 0.05;
const maxIllFormedShare = 0.1;
const fewIllFormed = 4;
/** Fewer pairs than this do not show UTF-16 without a mark. */
const minPairs = 8;

/**
 * Tells how bytes become text from the first of them.
 *
 * Contract: a byte order mark decides; then marks of known binary kinds; then UTF-16 by where its NULs lie; then NULs,
 * control characters and ill-formed UTF-8 above a small share make it `binary`. A few ill-formed bytes leave it
 * `utf-8`, and so does a text of an old code page (many of them, but no control characters). `complete` says that
 * `head` is all there is; otherwise a code point cut by its end is not counted.
 */
export function detectEncoding(head: Uint8Array, complete: boolean): TextEncoding {
  const bytes = head.subarray(0, encodingHeadBytes);
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return marked;
  const census = takeCensus(bytes, complete && bytes.length === head.length);
  const isClean = census.nuls + census.controls + census.illFormed === 0;
  if (isClean) return 'utf-8';
  if (detectBinaryMediaType(bytes) !== undefined) return 'binary';
  return unmarkedUtf16(bytes) ?? (isText(census, bytes.length) ? 'utf-8' : 'binary');
}

/** Counts the bytes of the byte order mark that `bytes` starts with: 0, 2 or 3. */
export function byteOrderMarkLength(bytes: Uint8Array, encoding: TextEncoding): number {
  if (encoding === 'utf-8') return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return encoding !== 'binary' && markedEncoding(bytes) === encoding ? 2 : 0;
}

function markedEncoding(bytes: Uint8Array): TextEncoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    // FF FE 00 00 is UTF-32, which is not decoded.
    return bytes.length >= 4 && bytes[2] === 0 && bytes[3] === 0 ? 'binary' : 'utf-16le';
  }
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** Text of mostly ASCII in UTF-16 has NULs in nearly every second byte, and nearly none in the others. */
function unmarkedUtf16(bytes: Uint8Array): TextEncoding | undefined {
  const pairs = bytes.length >> 1;
  if (pairs < minPairs) return undefined;
  let evenNuls = 0;
  let oddNuls = 0;
  let controls = 0;
  for (let at = 0; at < pairs * 2; at += 2) {
    const even = bytes[at] as number;
    const odd = bytes[at + 1] as number;
    if (even !== 0 && odd !== 0) continue;
    if (even === 0) evenNuls++;
    if (odd === 0) oddNuls++;
    if (even === odd || isStrayControl(even | odd)) controls++;
  }
  if (controls > pairs * maxControlShare) return undefined;
  if (oddNuls > pairs * 0.6 && evenNuls < pairs * 0.01) return 'utf-16le';
  return evenNuls > pairs * 0.6 && oddNuls < pairs * 0.01 ? 'utf-16be' : undefined;
}

interface Census {
  nuls: number;
  controls: number;
  illFormed: number;
}

function takeCensus(bytes: Uint8Array, complete: boolean): Census {
  const census: Census = { nuls: 0, controls: 0, illFormed: 0 };
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number;
    if (byte < 0x80) {
      if (byte === 0) census.nuls++;
      else if (isStrayControl(byte)) census.controls++;
      at++;
      continue;
    }
    const unit = utf8Unit(bytes, at);
    const isCutByEnd = unit < 0 && !complete && at - unit === bytes.length;
    if (unit < 0 && !isCutByEnd) census.illFormed -= unit;
    at += Math.abs(unit);
  }
  return census;
}

function isText(census: Census, length: number): boolean {
  if (census.nuls > length * maxNulShare || census.controls > length * maxControlShare) return false;
  if (census.illFormed <= Math.max(fewIllFormed, length * maxIllFormedShare)) return true;
  return census.nuls + census.controls === 0;
}

/** Control characters that text does not use: all but BS, TAB, LF, VT, FF, CR, SO, SI, SUB and ESC (colours). */
function isStrayControl(byte: number): boolean {
  if (byte === 0x7f) return true;
  return byte > 0 && byte < 0x20 && !(byte >= 0x08 && byte <= 0x0f) && byte !== 0x1b && byte !== 0x1a;
}
