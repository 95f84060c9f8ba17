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
}

/** Seldom words, one of which stands in every private key that is known by its form. */
const words: readonly (readonly [NeedleKind, string])[] = [
  ['armor', 'PRIVATE KEY'],
  ['putty', 'Private-Lines'],
  ['age', 'AGE-SECRET-KEY-'],
  ['jwk', 'kty'],
  ['base64-armor', 'LS0tLS1CRUdJTi'],
];

/** The words as text. */
export const needleWords: readonly string[] = words.map(([, word]) => word);

const narrow: readonly Needle[] = words.map(([kind, word]) => ({ kind, bytes: Buffer.from(word, 'latin1') }));
/** The zero bytes between the letters are the same in both byte orders. */
const wide: readonly Needle[] = words.map(([kind, word]) => ({
  kind,
  bytes: Buffer.from(word.split('').join('\0'), 'latin1'),
}));

/** Tells whether any needle stands in bytes. Contract: a few native searches. */
export function holdsNeedle(bytes: Buffer): boolean {
  const isIn = (needle: Needle): boolean => bytes.includes(needle.bytes);
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
      if (at < from) at = toPlace(window.find(needle.bytes, from));
      else if (at === nowhere && this.#searchedTo < window.end) {
        at = toPlace(window.find(needle.bytes, Math.max(from, this.#searchedTo - needle.bytes.length + 1)));
      }
      this.#at[index] = at;
      if (at < firstAt) [firstAt, first] = [at, needle];
    }
    this.#searchedTo = window.end;
    return [firstAt, first];
  }
}

function toPlace(at: number): number {
  return at < 0 ? nowhere : at;
}
