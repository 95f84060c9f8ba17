import { byteClasses, classAt, digit, hexLetter, joiner, letter } from './byte-class.ts';

const dash = 0x2d;
const dot = 0x2e;
const comma = 0x2c;
const colon = 0x3a;
const stampBytes = 19;
/** Shortest run of hexadecimal letters and digits that is taken for an id. */
export const minIdBytes = 6;
/** A port or a line number; what is longer behind a colon is a token of its own, as in `SHA256:7d70…`. */
const longestAfterColon = 5;
/** Longest number whose value is exact. */
export const maxExactDigits = 15;

/**
 * Finds the end of an ISO 8601 timestamp with date, time, fraction and zone that stands at `at`, or behind a bracket
 * there. Contract: returns `at` where none stands; `bytes` may end anywhere.
 */
export function afterTimestamp(bytes: Uint8Array, at: number): number {
  const from = bytes[at] === 0x5b ? at + 1 : at;
  if (from + stampBytes > bytes.length) return at;
  if (bytes[from + 4] !== dash || bytes[from + 7] !== dash) return at;
  if (bytes[from + 13] !== colon || bytes[from + 16] !== colon) return at;
  const separator = bytes[from + 10];
  if (separator !== 0x54 && separator !== 0x20) return at;
  const date = fourDigits(bytes, from) & twoDigits(bytes, from + 5) & twoDigits(bytes, from + 8);
  const time = twoDigits(bytes, from + 11) & twoDigits(bytes, from + 14) & twoDigits(bytes, from + 17);
  if ((date & time) !== digit) return at;
  return afterZone(bytes, afterFraction(bytes, from + stampBytes));
}

/** Skips one terminal escape sequence: CSI, OSC or a two-byte one. Stops at other controls. */
export function afterEscape(bytes: Uint8Array, at: number): number {
  const kind = bytes[at + 1];
  if (kind === undefined || kind < 0x20) return at + 1;
  let end = at + 2;
  if (kind === 0x5b) {
    while (isBetween(bytes[end], 0x20, 0x3f)) end++;
    return isBetween(bytes[end], 0x40, 0x7e) ? end + 1 : end;
  }
  if (kind !== 0x5d) return end;
  while (end < bytes.length && (bytes[end] as number) >= 0x20) end++;
  if (bytes[end] === 0x07) return end + 1;
  return bytes[end] === 0x1b && bytes[end + 1] === 0x5c ? end + 2 : end;
}

/** Finds the end of a token that goes on at `from` with letters and digits, and over joiners that digits follow. */
export function endOfJoined(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    while ((classAt(bytes, at) & (letter | digit)) !== 0) at++;
    if (!goesOn(bytes, at)) return at;
    at++;
  }
}

/** Tells whether the byte at `at` is a joiner that continues the number, date, address or id before it. */
export function goesOn(bytes: Uint8Array, at: number): boolean {
  if (classAt(bytes, at) !== joiner) return false;
  const next = classAt(bytes, at + 1);
  if (next === digit) return bytes[at] !== colon || endOfWord(bytes, at + 1) - at <= longestAfterColon + 1;
  return next === hexLetter && bytes[at] === dash && isHexGroup(bytes, at + 1);
}

/**
 * Reads the rest of `12.5` or `1,234,567`, whose first digits end at `at`.
 *
 * Contract: returns the end of the number, or `at` where what follows is no fraction or groups of three.
 */
export function endOfNumber(bytes: Uint8Array, at: number): number {
  let end = at;
  if (bytes[at] === dot) end = endOfDigits(bytes, at + 1);
  else while (bytes[end] === comma && endOfDigits(bytes, end + 1) === end + 4) end += 4;
  return goesOn(bytes, end) ? at : end;
}

/** Tells whether a token is digits with at most one fraction, short enough for its value to be exact. */
export function isNumber(bytes: Uint8Array, start: number, end: number): boolean {
  let points = 0;
  for (let at = start; at < end; at++) {
    if (bytes[at] === dot) points++;
    else if (classAt(bytes, at) !== digit) return false;
  }
  return points <= 1 && end > start && end - start <= maxExactDigits && bytes[start] !== dot && bytes[end - 1] !== dot;
}

/** Hashes a token to a number below 0, so that it is never taken for the value of a number. */
export function tokenKey(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return -1 - (hash >>> 0);
}

/** Reads the value of digits with an optional fraction or commas. */
export function numberValue(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  let scale = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === dot) scale = 1;
    else if (byte !== comma) {
      value = value * 10 + (byte - 0x30);
      scale *= 10;
    }
  }
  return scale > 1 ? value / scale : value;
}

/** A group of an UUID that starts with a letter. */
function isHexGroup(bytes: Uint8Array, from: number): boolean {
  let at = from;
  while ((classAt(bytes, at) & (hexLetter | digit)) !== 0) at++;
  return (at - from === 4 || at - from === 12) && (classAt(bytes, at) & letter) === 0;
}

function endOfWord(bytes: Uint8Array, from: number): number {
  let at = from;
  while ((classAt(bytes, at) & (letter | digit)) !== 0) at++;
  return at;
}

function endOfDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (classAt(bytes, at) === digit) at++;
  return at;
}

function afterFraction(bytes: Uint8Array, at: number): number {
  const isPoint = bytes[at] === dot || bytes[at] === comma;
  return isPoint && classAt(bytes, at + 1) === digit ? endOfDigits(bytes, at + 1) : at;
}

function afterZone(bytes: Uint8Array, at: number): number {
  if (bytes[at] === 0x5a) return at + 1;
  if (bytes[at] !== 0x2b && bytes[at] !== dash) return at;
  const hours = endOfDigits(bytes, at + 1);
  if (hours - at === 5) return hours;
  if (hours - at !== 3) return at;
  return bytes[hours] === colon && endOfDigits(bytes, hours + 1) === hours + 3 ? hours + 3 : hours;
}

/** `digit` where both bytes are digits. No branch, as this runs for every line. */
function twoDigits(bytes: Uint8Array, at: number): number {
  return (byteClasses[bytes[at] as number] as number) & (byteClasses[bytes[at + 1] as number] as number);
}

function fourDigits(bytes: Uint8Array, at: number): number {
  return twoDigits(bytes, at) & twoDigits(bytes, at + 2);
}

function isBetween(byte: number | undefined, lowest: number, highest: number): boolean {
  return byte !== undefined && byte >= lowest && byte <= highest;
}
