import { findStringEnd } from './scan.ts';
import { Unescaper } from './unescaper.ts';

/** Raw bytes that are decoded in one piece. */
const PIECE_BYTES = 262_144;
/** The longest escape, a pair of surrogates: so much lies behind a piece before it is decoded. */
const LONGEST_ESCAPE_BYTES = 12;
const NOTHING = Buffer.alloc(0);

/**
 * Decodes a JSON string literal while its bytes arrive.
 *
 * Contract: gives the bytes that `decodeStringPieces` gives, whatever the chunking; looks at each raw byte once, and keeps
 * one piece.
 */
export class ArrivingString {
  /** The position after the opening quote. */
  readonly start: number;
  readonly #pieceBytes: number;
  readonly #unescaper: Unescaper;
  /** The position of the closing quote, once it is found. */
  #end: number | undefined;

  constructor(start: number, pieceBytes: number = PIECE_BYTES) {
    this.start = start;
    this.#pieceBytes = pieceBytes;
    this.#unescaper = new Unescaper(NOTHING, { start, end: start });
  }

  /** See `Unescaper.isCanonical`. */
  get isCanonical(): boolean {
    return this.#unescaper.isCanonical;
  }

  /**
   * Returns the next piece, valid until the next call, out of all bytes that are there; nothing where a whole piece is not
   * there yet, or at the end. `isWhole` says that no more bytes will come.
   *
   * @throws SyntaxError for an escape that JSON does not know.
   */
  next(bytes: Buffer, isWhole: boolean): Buffer {
    const needed = this.#unescaper.at + this.#pieceBytes + LONGEST_ESCAPE_BYTES;
    if (this.#end === undefined) {
      if (bytes.length < needed && !isWhole) return NOTHING;
      const there = bytes.subarray(0, needed);
      const after = findStringEnd(there, this.#unescaper.at);
      if (after === -1) {
        if (there.length < needed) return NOTHING;
        this.#unescaper.extend(there, there.length);
        return this.#unescaper.next(this.#pieceBytes);
      }
      this.#end = after - 1;
    }
    this.#unescaper.extend(bytes, this.#end);
    return this.#unescaper.next(this.#pieceBytes);
  }
}
