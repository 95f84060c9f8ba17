import { byteClasses, carriageReturn, classAt, digit, escape, letter, lineFeed } from './byte-class.ts';
import { type LineScanner, mostVariables } from './line-scanner.ts';
import { afterEscape, afterTimestamp, numberValue, tokenKey } from './line-tokens.ts';

const prime = 0x01000193;
const space = 0x20;
const quote = 0x22;
const equals = 0x3d;
const longestWord = 32;
/** Fields that hold one of these are paths, addresses, queries or data. */
const dataMarks: Uint8Array = new Uint8Array(256);
for (const char of '/\\@?&%{}#~$') dataMarks[char.charCodeAt(0)] = 1;

/**
 * Reads lines as `LineScanner` does, but takes whole fields for variables: quoted text, paths, addresses, everything
 * with a digit, and long words. Used once the words of a log turn out to be data.
 *
 * Contract: fills the fields of `target`; returns the position of the line feed, which must be there.
 */
export function scanCoarsely(target: LineScanner, bytes: Uint8Array, from: number): number {
  let at = startFrame(target, bytes, from);
  for (;;) {
    const byte = bytes[at] as number;
    const kind = byteClasses[byte] as number;
    if (kind === lineFeed) return at;
    if (kind === carriageReturn) {
      at++;
      if ((classAt(bytes, at) & (lineFeed | carriageReturn)) === 0) at = startFrame(target, bytes, at);
    } else if (kind === escape) at = afterEscape(bytes, at);
    else if (byte <= space) {
      mix(target, byte);
      at++;
    } else if (byte === quote) at = takeQuoted(target, bytes, at);
    else at = takeField(target, bytes, at);
  }
}

function startFrame(target: LineScanner, bytes: Uint8Array, at: number): number {
  target.frameStart = at;
  target.stampEnd = afterTimestamp(bytes, at);
  target.first = target.stampEnd > at ? 0x51ed270b : 0x7feb352d;
  target.second = 0x846ca68b;
  target.variableCount = 0;
  target.hasMore = false;
  return target.stampEnd;
}

function mix(target: LineScanner, byte: number): void {
  target.first = ((target.first << 5) - target.first + byte) | 0;
  target.second = Math.imul(target.second ^ byte, prime);
}

function takeQuoted(target: LineScanner, bytes: Uint8Array, at: number): number {
  let end = at + 1;
  while (!isControl(bytes[end] as number) && bytes[end] !== quote) end++;
  if (bytes[end] !== quote) {
    mix(target, quote);
    return at + 1;
  }
  mix(target, quote);
  if (end > at + 1) addVariable(target, at + 1, end, tokenKey(bytes, at + 1, end));
  mix(target, quote);
  return end + 1;
}

/** Reads up to the next space, quote or control character. A name before `=` stays. */
function takeField(target: LineScanner, bytes: Uint8Array, from: number): number {
  let end = from;
  let kinds = 0;
  let marks = 0;
  while (!isControl(bytes[end] as number) && bytes[end] !== space && bytes[end] !== quote) {
    const byte = bytes[end] as number;
    if (byte === equals && (kinds & digit) === 0 && marks === 0) {
      end++;
      break;
    }
    kinds |= byteClasses[byte] as number;
    marks |= dataMarks[byte] as number;
    end++;
  }
  if ((kinds & digit) === 0 && marks === 0 && end - from <= longestWord) {
    for (let at = from; at < end; at++) mix(target, bytes[at] as number);
    return end;
  }
  let [start, stop] = [from, end];
  while (start < stop && !isWordByte(bytes[start] as number)) mix(target, bytes[start++] as number);
  while (stop > start && !isWordByte(bytes[stop - 1] as number)) stop--;
  if (stop > start) addVariable(target, start, stop, fieldKey(bytes, start, stop, kinds));
  for (let at = stop; at < end; at++) mix(target, bytes[at] as number);
  return end;
}

function fieldKey(bytes: Uint8Array, start: number, end: number, kinds: number): number {
  const isNumber = (kinds & letter) === 0 && end - start <= 15 && allDigits(bytes, start, end);
  return isNumber ? numberValue(bytes, start, end) : tokenKey(bytes, start, end);
}

function addVariable(target: LineScanner, start: number, end: number, key: number): void {
  mix(target, 0x100);
  if (target.variableCount === mostVariables) {
    target.hasMore = true;
    return;
  }
  target.keys[target.variableCount] = key;
  target.starts[target.variableCount] = start;
  target.ends[target.variableCount++] = end;
}

function allDigits(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (byteClasses[bytes[at] as number] !== digit) return false;
  return true;
}

function isWordByte(byte: number): boolean {
  return ((byteClasses[byte] as number) & (letter | digit)) !== 0 || byte === 0x2f;
}

function isControl(byte: number): boolean {
  return byte < space;
}
