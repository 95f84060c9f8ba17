import { isUtf8 } from 'node:buffer';
import { byteOrderMarkLength, detectEncoding, encodingHeadBytes } from '@spillway/core';
import { decodeText, type LineEnds, lineEndsOf, type TextEncodingOfFile } from './text-form.ts';

/** How the text of a file stands in its bytes. */
export interface FileForm {
  readonly encoding: TextEncodingOfFile;
  readonly lineEnds: LineEnds;
  /** The mark at the start; empty without one. */
  readonly byteOrderMark: Buffer;
  /** It is in an encoding of old, such as windows-1252 or shift_jis, which is not written here. */
  readonly isForeign: boolean;
}

/** Tells how a text stands in bytes. Contract: undefined where the bytes are no text. */
export function formOf(bytes: Buffer): FileForm | undefined {
  const encoding = detectEncoding(bytes, true);
  if (encoding === 'binary') return undefined;
  const byteOrderMark = bytes.subarray(0, byteOrderMarkLength(bytes, encoding));
  return {
    encoding,
    lineEnds: lineEndsOf(decodeText(bytes, encoding, 'latin1')),
    byteOrderMark,
    isForeign: encoding === 'utf-8' && isForeign(bytes),
  };
}

/** A text in UTF-8 with a few damaged places has more whole characters beyond ASCII than ill-formed ones. */
function isForeign(bytes: Buffer): boolean {
  if (isUtf8(bytes)) return false;
  let whole = 0;
  let illFormed = 0;
  for (const [char] of bytes
    .subarray(0, encodingHeadBytes)
    .toString()
    .matchAll(/[^\0-\x7f]/gu)) {
    if (char === '\ufffd') illFormed++;
    else whole++;
  }
  return illFormed > whole;
}
