import { skipSpace, skipValue } from './scan.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;

/** A step into a value: the key of a member, or 0 for the first item of an array. */
export type Step = string | 0;

/**
 * Finds a string in a JSON value of which only the beginning is there.
 *
 * Contract: returns the position after its opening quote; `undefined` where anything before it on the path is of another
 * form, or not whole. A key counts where it stands first and without escapes: what comes later, which may name it again,
 * is not known yet.
 */
export function findOpenString(bytes: Buffer, path: readonly Step[]): number | undefined {
  let at: number | undefined = skipSpace(bytes, 0);
  for (const step of path) {
    at = step === 0 ? enterArray(bytes, at) : enterMember(bytes, at, step);
    if (at === undefined) return undefined;
  }
  return bytes[at] === QUOTE ? at + 1 : undefined;
}

function enterArray(bytes: Buffer, start: number): number | undefined {
  return bytes[start] === OPEN_ARRAY ? skipSpace(bytes, start + 1) : undefined;
}

function enterMember(bytes: Buffer, start: number, key: string): number | undefined {
  if (bytes[start] !== OPEN_OBJECT) return undefined;
  let at = skipSpace(bytes, start + 1);
  while (bytes[at] === QUOTE) {
    const keyEnd = skipValue(bytes, at);
    const colon = keyEnd === -1 ? -1 : skipSpace(bytes, keyEnd);
    if (bytes[colon] !== COLON) return undefined;
    const value = skipSpace(bytes, colon + 1);
    if (isKey(bytes, at + 1, keyEnd - 1, key)) return value;
    const end = skipValue(bytes, value);
    const comma = end === -1 ? -1 : skipSpace(bytes, end);
    if (bytes[comma] !== COMMA) return undefined;
    at = skipSpace(bytes, comma + 1);
  }
  return undefined;
}

function isKey(bytes: Buffer, start: number, end: number, key: string): boolean {
  return end - start === key.length && bytes.toString('latin1', start, end) === key;
}
