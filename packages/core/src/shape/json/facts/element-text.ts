import { utf8ToString } from '../../../bytes/decode.ts';
import { incompleteTailLength } from '../../../bytes/utf8-edge.ts';
import { nameBase64 } from '../../parts/base64.ts';
import { keyText } from '../paths/key-text.ts';
import { withoutCutEscape } from './literal-text.ts';

/** The tokens of JSON, space between them, and a string that the end cuts. */
const tokens = /"(?:[^"\\]|\\.)*(?:"|\\?$)|\s+|[{}[\],:]|[^\s"{}[\],:]+/gs;
/** Brackets of deep nesting. */
const longRun = /[[{]{9,}/g;
const longEnd = /[\]}]{9,}/g;
/** Longer strings are shortened. */
const maxStringChars = 64;

/**
 * Writes an element on one line: without the space between its tokens, long strings shortened.
 *
 * Contract: `bytes` are the first bytes of an element of `byteLength`; `…` stands for what is missing. At most
 * `maxChars` and the mark.
 */
export function elementText(bytes: Uint8Array, byteLength: number, maxChars: number): string {
  const isCut = bytes.length < byteLength;
  let text = '';
  for (const [token] of beginning(bytes, isCut).matchAll(tokens)) {
    if (token.startsWith('"')) text += shortString(token);
    else if (token.trim() !== '') text += token;
  }
  const short = text.replace(longRun, (run) => `${run.slice(0, 4)}…`).replace(longEnd, (run) => `…${run.slice(0, 4)}`);
  if (short.length > maxChars) return `${short.slice(0, maxChars).toWellFormed()}…`;
  return isCut && !short.endsWith('…') ? `${short}…` : short;
}

/**
 * Finds a scalar member of an object by the keys that lead to it.
 *
 * Contract: `bytes` are the first bytes of the object; returns the value as it stands, or undefined where it is not
 * among them or is long.
 */
export function memberText(bytes: Uint8Array, byteLength: number, keys: readonly string[]): string | undefined {
  let depth = 0;
  /** Levels that the keys have led down. */
  let followed = 0;
  let isAtKey = false;
  let isAtValue = false;
  for (const [token] of beginning(bytes, bytes.length < byteLength).matchAll(tokens)) {
    if (token.trim() === '' || token === ':') continue;
    if (token === '{' || token === '[') {
      if (isAtValue && token === '{') followed = depth;
      depth++;
    } else if (token === '}' || token === ']') {
      depth--;
      followed = Math.min(followed, Math.max(0, depth - 1));
    } else if (token !== ',' && followed === depth - 1) {
      if (isAtKey) isAtValue = keyText(new TextEncoder().encode(token.slice(1, -1))) === keys[depth - 1];
      else if (isAtValue && depth === keys.length) return isShort(token) ? token : undefined;
      isAtKey = false;
      continue;
    }
    isAtKey = token === '{' || token === ',';
    isAtValue = false;
  }
  return undefined;
}

function isShort(token: string): boolean {
  return token.length <= maxStringChars && isWhole(token);
}

function beginning(bytes: Uint8Array, isCut: boolean): string {
  return utf8ToString(isCut ? bytes.subarray(0, bytes.length - incompleteTailLength(bytes)) : bytes);
}

function shortString(token: string): string {
  const named = nameBase64(token, !isWhole(token));
  if (named !== token) return named;
  if (token.length <= maxStringChars && isWhole(token)) return token;
  const start = token.slice(0, maxStringChars).replace(/"$/, '').toWellFormed();
  return `${withoutCutEscape(start)}…${isWhole(token) ? '"' : ''}`;
}

/** A string that the end of the bytes does not cut. */
function isWhole(token: string): boolean {
  return !token.startsWith('"') || (token.length > 1 && token.endsWith('"'));
}
