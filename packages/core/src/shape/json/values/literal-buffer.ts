import type { ByteWindow } from '../tokens/byte-window.ts';

const fewestWords = 8;
const noWords = new Int32Array(0);

/**
 * Holds a copy of one short token.
 *
 * Contract: memory is reused when another token replaces it. Kept as words, the first byte highest, so that copying and
 * comparing take four bytes at a time.
 */
export class LiteralBuffer {
  byteLength = 0;
  #words: Int32Array = noWords;

  set({ bytes, view }: ByteWindow, from: number, to: number): void {
    const length = to - from;
    const whole = length >> 2;
    if (whole >= this.#words.length) this.#words = new Int32Array(Math.max(fewestWords, whole * 2));
    const words = this.#words;
    for (let at = 0; at < whole; at++) words[at] = view.getInt32(from + at * 4);
    words[whole] = lastWord(bytes, from + whole * 4, to);
    this.byteLength = length;
  }

  /** Takes over what another holds. */
  copy(other: LiteralBuffer): void {
    this.#words = other.#words.slice();
    this.byteLength = other.byteLength;
  }

  /** Tells whether `[from, to)` of a window is the same. */
  equals({ bytes, view }: ByteWindow, from: number, to: number): boolean {
    if (to - from !== this.byteLength) return false;
    const whole = this.byteLength >> 2;
    const words = this.#words;
    for (let at = 0; at < whole; at++) if (words[at] !== view.getInt32(from + at * 4)) return false;
    return (this.byteLength & 3) === 0 || words[whole] === lastWord(bytes, from + whole * 4, to);
  }

  /** Compares other bytes with the copy, byte by byte: negative, 0 or positive. */
  compare({ bytes, view }: ByteWindow, from: number, to: number): number {
    const length = to - from;
    const words = this.#words;
    const shared = Math.min(this.byteLength, length) >> 2;
    for (let at = 0; at < shared; at++) {
      const word = view.getInt32(from + at * 4);
      const mine = words[at] as number;
      if (word !== mine) return (word >>> 0) - (mine >>> 0);
    }
    const end = from + shared * 4;
    return this.#compareLast(lastWord(bytes, end, Math.min(to, end + 4)), shared, length);
  }

  /** Compares what another holds with the copy. */
  compareBuffer(other: LiteralBuffer): number {
    const shared = Math.min(this.byteLength, other.byteLength) >> 2;
    for (let at = 0; at < shared; at++) {
      const word = other.#words[at] as number;
      const mine = this.#words[at] as number;
      if (word !== mine) return (word >>> 0) - (mine >>> 0);
    }
    return this.#compareLast(other.#words[shared] ?? 0, shared, other.byteLength);
  }

  /** Counts the bytes at the start that are the same, up to `most`. */
  sharedBytes({ bytes }: ByteWindow, from: number, most: number): number {
    const longest = Math.min(this.byteLength, most);
    let shared = 0;
    while (shared < longest && this.#byteAt(shared) === bytes[from + shared]) shared++;
    return shared;
  }

  /** The copy as bytes. */
  toBytes(): Uint8Array {
    return Uint8Array.from({ length: this.byteLength }, (_, at) => this.#byteAt(at));
  }

  /** One of the two ends in or behind this word; where the bytes are the same, the longer is the higher. */
  #compareLast(word: number, index: number, length: number): number {
    const mine = this.#words[index] ?? 0;
    return word === mine ? length - this.byteLength : (word >>> 0) - (mine >>> 0);
  }

  #byteAt(at: number): number {
    return ((this.#words[at >> 2] as number) >>> (24 - (at & 3) * 8)) & 0xff;
  }
}

/** Up to four bytes as a word, zeros behind them. */
function lastWord(bytes: Uint8Array, from: number, to: number): number {
  let word = 0;
  for (let at = from; at < to; at++) word |= (bytes[at] as number) << (24 - (at - from) * 8);
  return word;
}
