import type { TextEncoding } from '@spillway/core';

/** The encodings that a text is written in. */
export type TextEncodingOfFile = Exclude<TextEncoding, 'binary'>;

/** How the lines of a file end, where all of them end alike. */
export type LineEnds = 'crlf' | 'lf' | 'mixed';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Tells how lines end: `crlf` only where every one does. */
export function lineEndsOf(text: string): LineEnds {
  let lineFeeds = 0;
  let pairs = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) !== lineFeed) continue;
    lineFeeds++;
    if (text.charCodeAt(at - 1) === carriageReturn) pairs++;
  }
  if (pairs === 0) return 'lf';
  return pairs === lineFeeds ? 'crlf' : 'mixed';
}

/** Counts the lines that a text begins. Contract: makes nothing of the size of the text. */
export function countLines(text: string): number {
  let count = 1;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === lineFeed) count++;
  return count;
}

/** Gives a text the line ends of the file it goes into; a text that has CR LF itself stays as it is. */
export function withLineEnds(text: string, lineEnds: LineEnds): string {
  return lineEnds === 'crlf' && !text.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

/**
 * Reads the text in bytes, a byte order mark included.
 *
 * Contract: half a unit at the end is left out. With `latin1` a character is a byte where the encoding is UTF-8, which
 * costs less and is enough where only line ends count.
 */
export function decodeText(bytes: Buffer, encoding: TextEncodingOfFile, utf8As: 'utf8' | 'latin1' = 'utf8'): string {
  if (encoding === 'utf-8') return bytes.toString(utf8As);
  const whole = bytes.subarray(0, bytes.length & ~1);
  return (encoding === 'utf-16le' ? whole : Buffer.from(whole).swap16()).toString('utf16le');
}

/** Writes a text in the encoding of the file it goes into, without a byte order mark. */
export function encodeText(text: string, encoding: TextEncodingOfFile): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  const units = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16le' ? units : units.swap16();
}
