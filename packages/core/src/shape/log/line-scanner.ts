import {
  byteClasses,
  carriageReturn,
  classAt,
  digit,
  escapeByte,
  hexLetter,
  joiner,
  letter,
  lineFeed,
  otherLetter,
} from './byte-class.ts';
import {
  afterEscape,
  afterTimestamp,
  endOfJoined,
  endOfNumber,
  goesOn,
  maxExactDigits,
  minIdBytes,
  numberValue,
  tokenKey,
} from './line-tokens.ts';

/** Varying tokens of one line that are looked at; those beyond them are masked, and no more is known of them. */
export const maxVariables = 16;
const plainSeed = 0x2545f491;
const stampedSeed = 0x1b873593;
const prime = 0x01000193;
/** 31 and `prime` times these are 1 modulo 2^32: they take the last byte out of a hash again. */
const inverseOf31 = 0xbdef7bdf;
const inverseOfPrime = 0x359c449b;
const stops = digit | lineFeed | carriageReturn | escapeByte;

/**
 * Reads one line at a time as a template: its words stay; numbers, ids, addresses and times become variables.
 *
 * Contract: two lines have the same `first` and `second` when, and but for a chance of 1 in 2^64 only when, they differ
 * in nothing but variables. No allocation per line.
 */
export class LineScanner {
  /** Two 32-bit hashes of the template. */
  first = 0;
  second = 0;
  /** Where the frame starts that the line shows last: behind its last carriage return that text follows. */
  frameStart = 0;
  /** Where the timestamp ends that the frame begins with; `frameStart` where there is none. */
  stampEnd = 0;
  variableCount = 0;
  /** True when there were more than `maxVariables`. */
  hasMore = false;
  /** The value of a number, 0 or more, or below 0 a hash of any other variable. */
  readonly keys: Float64Array = new Float64Array(maxVariables);
  readonly starts: Int32Array = new Int32Array(maxVariables);
  readonly ends: Int32Array = new Int32Array(maxVariables);
  /** Says that the line has nothing but words and plain numbers: digits that nothing beside them could join. */
  isPlain = false;
  #start = 0;
  #key = 0;

  /**
   * Scans the line that starts at `from` and returns the position of its line feed.
   *
   * Contract: a line feed follows in `bytes`; nothing checks for the end of the array, which is what makes it fast.
   */
  scan(bytes: Uint8Array, from: number): number {
    this.isPlain = true;
    return this.#scanTokens(bytes, from, this.#startFrame(bytes, from));
  }

  /** One long function, because a call for each token would cost more than the token. */
  #scanTokens(bytes: Uint8Array, from: number, start: number): number {
    const classes = byteClasses;
    const { keys, starts, ends } = this;
    let at = start;
    let first = this.first;
    let second = plainSeed;
    let count = 0;
    for (;;) {
      let byte = bytes[at] as number;
      let kind = classes[byte] as number;
      while ((kind & stops) === 0) {
        first = ((first << 5) - first + byte) | 0;
        second = Math.imul(second ^ byte, prime);
        byte = bytes[++at] as number;
        kind = classes[byte] as number;
      }
      if (kind !== digit) {
        if (kind === lineFeed) break;
        const frame = this.frameStart;
        at = this.#skipControl(bytes, at);
        if (this.frameStart === frame) continue;
        first = this.first;
        second = plainSeed;
        count = 0;
        continue;
      }
      const digitsStart = at;
      let key = 0;
      while (kind === digit) {
        key = key * 10 + (byte - 0x30);
        byte = bytes[++at] as number;
        kind = classes[byte] as number;
      }
      let tokenStart = digitsStart;
      if (!isPlainNumber(bytes, from, digitsStart, at) && this.#takeMore(bytes, this.stampEnd, digitsStart, at)) {
        key = this.#key;
        tokenStart = this.#start;
        for (let back = digitsStart - 1; back >= tokenStart; back--) {
          first = Math.imul(first - (bytes[back] as number), inverseOf31);
          second = Math.imul(second, inverseOfPrime) ^ (bytes[back] as number);
        }
        at = this.#end;
      }
      first = ((first << 5) - first + 0x100) | 0;
      second = Math.imul(second ^ 0x100, prime);
      if (count === maxVariables) {
        this.hasMore = true;
        continue;
      }
      keys[count] = key;
      starts[count] = tokenStart;
      ends[count++] = at;
    }
    this.first = first;
    this.second = second;
    this.variableCount = count;
    return at;
  }

  #end = 0;

  /** Skips an escape sequence, or a carriage return, behind which a frame starts unless the line ends there. */
  #skipControl(bytes: Uint8Array, at: number): number {
    this.isPlain = false;
    if (byteClasses[bytes[at] as number] === escapeByte) return afterEscape(bytes, at);
    const isLineEnd = (classAt(bytes, at + 1) & (lineFeed | carriageReturn)) !== 0;
    return isLineEnd ? at + 1 : this.#startFrame(bytes, at + 1);
  }

  #startFrame(bytes: Uint8Array, at: number): number {
    const stampEnd = afterTimestamp(bytes, at);
    this.first = stampEnd > at ? stampedSeed : plainSeed;
    this.frameStart = at;
    this.stampEnd = stampEnd;
    this.hasMore = false;
    return stampEnd;
  }

  /**
   * Decides about digits in `[digitsStart, digitsEnd)` that letters or joiners touch: false where the digits alone are
   * the variable, as in `w3` and `137ms`; else its edges and key are in the fields.
   */
  #takeMore(bytes: Uint8Array, floor: number, digitsStart: number, digitsEnd: number): boolean {
    this.isPlain = false;
    let tokenStart = digitsStart;
    let seen = 0;
    while (tokenStart > floor && (classAt(bytes, tokenStart - 1) & letter) !== 0) seen |= classAt(bytes, --tokenStart);
    const hasPrefix = tokenStart < digitsStart;
    let end = digitsEnd;
    while ((classAt(bytes, end) & (letter | digit)) !== 0) seen |= classAt(bytes, end++);
    const hasSuffix = end > digitsEnd;
    const isHex =
      (hasPrefix || hasSuffix) && seen < 8 && (seen & ~(hexLetter | digit)) === 0 && end - tokenStart >= minIdBytes;
    const isMixed = (seen & digit) !== 0 || (hasPrefix && hasSuffix);
    if (isHex || isMixed || (hasSuffix && goesOn(bytes, end)))
      return this.#take(bytes, tokenStart, endOfJoined(bytes, end));
    if (hasSuffix) return false;
    if (!goesOn(bytes, digitsEnd)) {
      return digitsEnd - digitsStart > maxExactDigits && this.#take(bytes, digitsStart, digitsEnd);
    }
    const numberEnd = endOfNumber(bytes, digitsEnd);
    if (numberEnd === digitsEnd || numberEnd - digitsStart > maxExactDigits) {
      return this.#take(bytes, digitsStart, endOfJoined(bytes, digitsEnd));
    }
    this.#take(bytes, digitsStart, numberEnd);
    this.#key = numberValue(bytes, digitsStart, numberEnd);
    return true;
  }

  #take(bytes: Uint8Array, start: number, end: number): true {
    this.#start = start;
    this.#end = end;
    this.#key = tokenKey(bytes, start, end);
    return true;
  }
}

/**
 * Tells, in the common cases, that digits are a variable by themselves: nothing touches them, or a word as in `w3`,
 * `5ms`.
 */
function isPlainNumber(bytes: Uint8Array, lineStart: number, start: number, end: number): boolean {
  const classes = byteClasses;
  let at = end;
  let kind = classes[bytes[at] as number] as number;
  if (kind === otherLetter) {
    do kind = classes[bytes[++at] as number] as number;
    while ((kind & letter) !== 0);
  }
  if ((kind & (letter | digit | joiner)) !== 0 || end - start > maxExactDigits) return false;
  if (start === lineStart) return true;
  const before = classes[bytes[start - 1] as number] as number;
  return (before & (at > end ? letter : hexLetter)) === 0;
}
