import type { TextEncoding } from '@spillway/core';

/** The encodings that a text is written in. */
export type TextEncodingOfFile = Exclude<TextEncoding, 'binary'>;

/** How the lines of a file end, where all of them end alike. */
export type LineEnds = 'crlf' | 'lf' | 'mixed';

/** Tells how lines end: `crlf` only where every one does. */
export function lineEndsOf(text: string): LineEnds {
  const lineFeeds = text.split('\n').length - 1;
  if (lineFeeds === 0) return 'lf';
  const pairs = text.split('\r\n').length - 1;
  if (pairs === lineFeeds) return 'crlf';
  return pairs === 0 ? 'lf' : 'mixed';
}

/** Gives a text the line ends of the file it goes into; a text that has CR LF itself stays as it is. */
export function withLineEnds(text: string, lineEnds: LineEnds): string {
  return lineEnds === 'crlf' && !text.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

/** Writes a text in the encoding of the file it goes into, without a byte order mark. */
export function encodeText(text: string, encoding: TextEncodingOfFile): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  const units = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16le' ? units : units.swap16();
}
