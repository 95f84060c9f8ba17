import { base64MediaType, longestShownBase64, looksLikeBase64 } from '../parts/base64.ts';
import { asciiText } from './number-literal.ts';

/** What a string of base64 holds. */
export interface DataKind {
  readonly mediaType?: string;
}

/** Bytes of a string that decide. */
const judgedBytes = 1_024;
const dataUri = /^data:([\w.+-]+\\?\/[\w.+-]+)?(?:;[\w.+=-]+)*;base64,/;
const escapes = /\\[/nr]/g;

/** Set for the bytes of base64 and of its escapes in JSON. */
const alphabet = new Uint8Array(256);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-=\\')
  alphabet[char.charCodeAt(0)] = 1;

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
  if (!isUri) for (let at = from; at < end; at++) if (alphabet[bytes[at] as number] === 0) return undefined;
  const text = asciiText(bytes.subarray(from, end));
  const uri = isUri ? dataUri.exec(text) : null;
  if (uri !== null) return uri[1] === undefined ? {} : { mediaType: uri[1].replace('\\', '') };
  const chars = text.replace(escapes, (escape) => (escape === '\\/' ? '/' : ''));
  if (isUri || chars.length < longestShownBase64 || chars.includes('\\') || !looksLikeBase64(chars)) return undefined;
  const mediaType = base64MediaType(chars);
  return mediaType === undefined ? {} : { mediaType };
}
