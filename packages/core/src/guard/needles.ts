import { type ScanWindow, singleBytes, type Units } from './scan-window.ts';

/** What a needle may be the mark of. */
export type NeedleKind = 'armor' | 'putty' | 'age' | 'jwk' | 'base64-armor';

/** A needle, found. `at` is the byte position of its first character. */
export interface Hit {
  readonly kind: NeedleKind;
  readonly at: number;
  readonly units: Units;
}

interface Needle {
  readonly kind: NeedleKind;
  readonly bytes: Buffer;
  /** The short part that the native search looks for, and where it stands in the needle. */
  readonly anchor: Buffer;
  readonly anchorAt: number;
}

/**
 * Seldom words, one of which stands in every private key that is known by its form; and where to begin to look for one,
 * where its first letter or its first letters are often met: each such place stops the native search.
 */
const words: readonly (readonly [kind: NeedleKind, word: string, anchor?: string])[] = [
  ['armor', 'PRIVATE KEY', 'VATE KEY'],
  ['putty', 'Private-Lines', 'Lines'],
  ['age', 'AGE-SECRET-KEY-', 'KEY-'],
  ['jwk', 'kty'],
  ['base64-armor', 'LS0tLS1CRUdJTi'],
];

/** Bytes up to which a search goes from one first byte to the next, which costs far less than to look for longer words. */
const maxAnchorBytes = 7;

/** The words as text. */
export const needleWords: readonly string[] = words.map(([, word]) => word);

const toNeedles = (encode: (text: string) => string): readonly Needle[] =>
  words.map(([kind, word, anchor = word]) => ({
    kind,
    bytes: Buffer.from(encode(word), 'latin1'),
    anchor: Buffer.from(encode(anchor), 'latin1').subarray(0, maxAnchorBytes),
    anchorAt: encode(word).indexOf(encode(anchor)),
  }));
const narrow: readonly Needle[] = toNeedles((text) => text);
/** The zero bytes between the letters are the same in both byte orders. */
const wide: readonly Needle[] = toNeedles((text) => text.split('').join('\0'));

/** Returns where a needle first stands at or after a place; -1 where it does not. */
function findNeedle(bytes: Buffer, { bytes: word, anchor, anchorAt }: Needle, from = 0): number {
  const isWordAround = (at: number): boolean => bytes.subarray(at - anchorAt, at - anchorAt + word.length).equals(word);
  let at = bytes.indexOf(anchor, from + anchorAt);
  while (at >= 0 && !isWordAround(at)) at = bytes.indexOf(anchor, at + 1);
  return at < 0 ? -1 : at - anchorAt;
}

/** Tells whether any needle stands in bytes. Contract: a few native searches. */
export function holdsNeedle(bytes: Buffer): boolean {
  const isIn = (needle: Needle): boolean => findNeedle(bytes, needle) >= 0;
  return narrow.some(isIn) || (bytes.includes(0) && wide.some(isIn));
}

/** Bytes of the longest needle in UTF-16. */
export const maxNeedleBytes: number = 2 * Math.max(...needleWords.map((word) => word.length));
const nowhere = Number.POSITIVE_INFINITY;

/**
 * Finds needles in a window that moves on.
 *
 * Contract: positions given to `next` never fall. Each byte is searched once for each needle by native code; for the
 * UTF-16 forms only where there is a NUL.
 */
export class NeedleSearch {
  readonly #narrow = new Places(narrow);
  #wide: Places | undefined;
  #nulAt = -1;
  #nulSearchedTo = 0;

  /** Returns the first hit at or after a position. */
  next(window: ScanWindow, from: number): Hit | undefined {
    const [at, needle] = this.#narrow.first(window, from);
    if (!this.#hasNul(window, Math.max(window.start, from - maxNeedleBytes))) {
      return needle === undefined ? undefined : { kind: needle.kind, at, units: singleBytes };
    }
    this.#wide ??= new Places(wide);
    const [wideAt, wideNeedle] = this.#wide.first(window, from);
    if (wideNeedle === undefined || wideAt >= at) {
      return needle === undefined ? undefined : { kind: needle.kind, at, units: singleBytes };
    }
    // At an odd place the zero byte before it is the first of the pair.
    const isLow = wideAt % 2 === 0;
    return { kind: wideNeedle.kind, at: isLow ? wideAt : wideAt - 1, units: { stride: 2, low: isLow ? 0 : 1 } };
  }

  #hasNul(window: ScanWindow, from: number): boolean {
    if (this.#nulAt >= from) return true;
    if (this.#nulSearchedTo >= window.end) return false;
    this.#nulAt = window.find(0, Math.max(from, this.#nulSearchedTo));
    this.#nulSearchedTo = this.#nulAt < 0 ? window.end : this.#nulAt;
    return this.#nulAt >= 0;
  }
}

/** Where each of some needles stands next. */
class Places {
  readonly #needles: readonly Needle[];
  readonly #at: number[];
  #searchedTo = 0;

  constructor(needles: readonly Needle[]) {
    this.#needles = needles;
    this.#at = needles.map(() => nowhere);
  }

  first(window: ScanWindow, from: number): readonly [number, Needle | undefined] {
    let firstAt = nowhere;
    let first: Needle | undefined;
    for (let index = 0; index < this.#needles.length; index++) {
      const needle = this.#needles[index] as Needle;
      let at = this.#at[index] as number;
      if (at < from) at = placeOf(needle, window, from);
      else if (at === nowhere && this.#searchedTo < window.end) {
        at = placeOf(needle, window, Math.max(from, this.#searchedTo - needle.bytes.length + 1));
      }
      this.#at[index] = at;
      if (at < firstAt) [firstAt, first] = [at, needle];
    }
    this.#searchedTo = window.end;
    return [firstAt, first];
  }
}

function placeOf(needle: Needle, window: ScanWindow, from: number): number {
  const at = findNeedle(window.bytes, needle, Math.max(0, from - window.start));
  return at < 0 ? nowhere : at + window.start;
}
