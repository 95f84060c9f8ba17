import { byteOrderMarkLength, detectEncoding } from '@spillway/core';
import { type LineEnds, lineEndsOf, type TextEncodingOfFile } from './text-form.ts';

/** How the text of a file stands in its bytes. */
export interface FileForm {
  readonly encoding: TextEncodingOfFile;
  readonly lineEnds: LineEnds;
  /** The mark at the start; empty without one. */
  readonly byteOrderMark: Buffer;
}

/** Tells how a text stands in bytes. Contract: undefined where the bytes are no text. */
export function formOf(bytes: Buffer): FileForm | undefined {
  const encoding = detectEncoding(bytes, true);
  if (encoding === 'binary') return undefined;
  const byteOrderMark = bytes.subarray(0, byteOrderMarkLength(bytes, encoding));
  const units = encoding === 'utf-16be' ? Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16() : bytes;
  return { encoding, lineEnds: lineEndsOf(units.toString(encoding === 'utf-8' ? 'latin1' : 'utf16le')), byteOrderMark };
}
