import { byteClasses, carriageReturn, classAt, digit, escapeByte, hexLetter, letter, lineFeed } from './byte-class.ts';
import { type LineScanner, maxVariables } from './line-scanner.ts';
import {
  afterEscape,
  afterTimestamp,
  endOfJoined,
  isNumber,
  minIdBytes,
  numberValue,
  tokenKey,
} from './line-tokens.ts';

const prime = 0x01000193;
const space = 0x20;
const quote = 0x22;
const equals = 0x3d;
const longestWord = 40;
/** Fields that hold one of these are paths, addresses, queries or data. */
const dataMarks: Uint8Array = new Uint8Array(256);
for (const char of '/\\@?&%{}#~$') dataMarks[char.charCodeAt(0)] = 1;

/**
 * Reads lines as `LineScanner` does, but takes whole fields for variables too: quoted text, paths, addresses, data and
 * long words. Used once the words of a log turn out to be data.
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
    } else if (kind === escapeByte) at = afterEscape(bytes, at);
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

function mix(target: LineScanner, first: number, second = first): void {
  target.first = (Math.imul(target.first, 31) + first) | 0;
  target.second = Math.imul(target.second ^ second, prime);
}

function takeQuoted(target: LineScanner, bytes: Uint8Array, at: number): number {
  let end = at + 1;
  while (!isControl(bytes[end] as number) && bytes[end] !== quote) end++;
  mix(target, quote);
  if (bytes[end] !== quote) return at + 1;
  if (end > at + 1) addVariable(target, bytes, at + 1, end);
  mix(target, quote);
  return end + 1;
}

/** Reads up to the next space, quote or control character. A name before `=` stays. */
function takeField(target: LineScanner, bytes: Uint8Array, from: number): number {
  let end = from;
  let kinds = 0;
  let marks = 0;
  let first = 0;
  let second = 0;
  for (let byte = bytes[end] as number; byte > space && byte !== quote; byte = bytes[end] as number) {
    first = (Math.imul(first, 31) + byte) | 0;
    second = Math.imul(second ^ byte, prime);
    end++;
    if (byte === equals && (kinds & digit) === 0 && marks === 0) break;
    kinds |= byteClasses[byte] as number;
    marks |= dataMarks[byte] as number;
  }
  if (marks !== 0 || end - from > longestWord) takeData(target, bytes, from, end);
  else if ((kinds & digit) !== 0) takeTokens(target, bytes, from, end);
  else mix(target, first, second);
  return end;
}

/** Takes a field for one variable, but for the punctuation around it. */
function takeData(target: LineScanner, bytes: Uint8Array, from: number, to: number): void {
  let [start, end] = [from, to];
  while (start < end && !isDataByte(bytes[start] as number)) mix(target, bytes[start++] as number);
  while (end > start && !isDataByte(bytes[end - 1] as number)) end--;
  if (end > start) addVariable(target, bytes, start, end);
  for (let at = end; at < to; at++) mix(target, bytes[at] as number);
}

/** Takes letters for words, and tokens with digits for variables; in `host12` only the number. */
function takeTokens(target: LineScanner, bytes: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; ) {
    let end = at;
    let kinds = 0;
    let first = 0;
    let second = 0;
    let kind = byteClasses[bytes[at] as number] as number;
    while ((kind & letter) !== 0) {
      kinds |= kind;
      first = (Math.imul(first, 31) + (bytes[end] as number)) | 0;
      second = Math.imul(second ^ (bytes[end] as number), prime);
      kind = byteClasses[bytes[++end] as number] as number;
    }
    if (kind === digit) {
      const joinedEnd = endOfJoined(bytes, end);
      const isId = !isNumber(bytes, end, joinedEnd) || (kinds === hexLetter && joinedEnd - at >= minIdBytes);
      if (!isId) mix(target, first, second);
      addVariable(target, bytes, isId ? at : end, joinedEnd);
      at = joinedEnd;
    } else if (end > at) {
      mix(target, first, second);
      at = end;
    } else mix(target, bytes[at++] as number);
  }
}

function addVariable(target: LineScanner, bytes: Uint8Array, start: number, end: number): void {
  mix(target, 0x100);
  if (target.variableCount === maxVariables) {
    target.hasMore = true;
    return;
  }
  const isValue = isNumber(bytes, start, end);
  target.keys[target.variableCount] = isValue ? numberValue(bytes, start, end) : tokenKey(bytes, start, end);
  target.starts[target.variableCount] = start;
  target.ends[target.variableCount++] = end;
}

function isDataByte(byte: number): boolean {
  return ((byteClasses[byte] as number) & (letter | digit)) !== 0 || byte === 0x2f;
}

function isControl(byte: number): boolean {
  return byte < space;
}
