import { utf8ToString } from '../../../bytes/decode.ts';

/**
 * Turns a key as it stands in JSON, without its quotes, into the string that it means.
 *
 * Contract: a key with a wrong escape or half a surrogate pair stays as it stands.
 */
export function keyText(source: Uint8Array): string {
  const text = utf8ToString(source);
  if (!text.includes('\\')) return text;
  try {
    const meant = JSON.parse(`"${text}"`) as string;
    return meant.isWellFormed() ? meant : text;
  } catch {
    return text;
  }
}

const plainKey = /^[\p{L}_$@-][\p{L}\p{N}_$@-]*$/u;
const maxKeyChars = 60;

/** Writes one step of a path: `.city`, or `["a b"]` where the key is no plain word. */
export function pathStep(key: string): string {
  if (plainKey.test(key) && key.length <= maxKeyChars) return `.${key}`;
  const text = JSON.stringify(key.length > maxKeyChars ? `${key.slice(0, maxKeyChars).toWellFormed()}…` : key);
  return `[${text}]`;
}

/** Joins two parts of a path. */
export function joinPath(path: string, step: string): string {
  return path === '' && step.startsWith('.') ? step.slice(1) : path + step;
}
