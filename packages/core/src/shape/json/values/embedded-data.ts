import { utf8ToString } from '../../../bytes/decode.ts';
import { base64MediaType, longestShownBase64, looksLikeBase64 } from '../../parts/base64.ts';

/** What a string of base64 holds. */
export interface DataKind {
  readonly mediaType?: string;
}

/** Bytes of a string that decide. */
const judgedBytes = 1_024;
const dataUri = /^data:([\w.+-]+\\?\/[\w.+-]+)?(?:;[\w.+=-]+)*;base64,/;
const escapes = /\\[/nr]/g;

const otherClass = 1;
const lowerClass = 2;
const upperClass = 4;
/** The letters of base64, its other characters, and the backslash of its escapes in JSON. */
const alphabet = new Uint8Array(256);
alphabet.fill(upperClass, 0x41, 0x5b);
alphabet.fill(lowerClass, 0x61, 0x7b);
for (const char of '0123456789+/_-=\\') alphabet[char.charCodeAt(0)] = otherClass;

/**
 * Tells whether a string is base64, or a `data:` address of it, from its beginning.
 *
 * Contract: `bytes[from, to)` is the beginning of a string as it stands in JSON; returns undefined for other strings and
 * for those short enough to be shown.
 */
export function nameData(bytes: Uint8Array, from: number, to: number): DataKind | undefined {
  if (to - from <= longestShownBase64) return undefined;
  const isUri = bytes[from] === 0x64 && bytes[from + 1] === 0x61 && bytes[from + 4] === 0x3a;
  const end = Math.min(to, from + judgedBytes);
  if (!isUri && !hasAlphabet(bytes, from, end)) return undefined;
  const text = utf8ToString(bytes.subarray(from, end));
  const uri = isUri ? dataUri.exec(text) : null;
  if (uri !== null) return uri[1] === undefined ? {} : { mediaType: uri[1].replace('\\', '') };
  const chars = text.replace(escapes, (pair) => (pair === '\\/' ? '/' : ''));
  if (isUri || chars.length < longestShownBase64 || chars.includes('\\') || !looksLikeBase64(chars)) return undefined;
  const mediaType = base64MediaType(chars);
  return mediaType === undefined ? {} : { mediaType };
}

/** Whether all bytes may stand in base64, letters of both cases among them. */
function hasAlphabet(bytes: Uint8Array, from: number, end: number): boolean {
  let seen = 0;
  for (let at = from; at < end; at++) {
    const byteClass = alphabet[bytes[at] as number] as number;
    if (byteClass === 0) return false;
    seen |= byteClass;
  }
  return (seen & lowerClass) !== 0 && (seen & upperClass) !== 0;
}
