import type { Range } from './scan.ts';
import { Unescaper } from './unescaper.ts';

/** Raw bytes of a string literal that are decoded in one piece. */
const PIECE_BYTES = 262_144;

/** How a literal is decoded in pieces, and what is told of it. */
export interface DecodeOptions {
  readonly pieceBytes?: number;
  /** Hears, when all was decoded, whether `JSON.stringify` writes the same, but for bytes that are no UTF-8. */
  readonly onDecoded?: (isCanonical: boolean) => void;
  /** Hears of an escape that JSON does not know, before it is thrown. */
  readonly onBroken?: (error: SyntaxError) => void;
}

/** A string literal that is decoded piece by piece. */
export interface Literal {
  readonly range: Range;
  /** Hears, when all was decoded, whether `JSON.stringify` writes the same, but for bytes that are no UTF-8. */
  decoded(isCanonical: boolean): void;
}

/**
 * Decodes a JSON string literal piece by piece, so that no string of the whole is ever built.
 *
 * Contract: `range` includes the quotes. The first piece is a string, which says that it is a text; the others are its
 * UTF-8 bytes, cut anywhere, valid until the next one; half of a surrogate pair is its three bytes. Throws
 * `SyntaxError` for an escape that JSON does not know.
 */
export async function* decodeStringPieces(
  bytes: Buffer,
  range: Range,
  options: DecodeOptions = {},
): AsyncGenerator<string | Uint8Array, void> {
  const { pieceBytes = PIECE_BYTES } = options;
  yield '';
  const unescaper = new Unescaper(bytes, { start: range.start + 1, end: range.end - 1 });
  const next = (): Buffer => {
    try {
      return unescaper.next(pieceBytes);
    } catch (error) {
      if (error instanceof SyntaxError) options.onBroken?.(error);
      throw error;
    }
  };
  for (let piece = next(); piece.length > 0; piece = next()) yield piece;
  options.onDecoded?.(unescaper.isCanonical);
}

/** Decodes a whole JSON string literal; `range` includes the quotes. */
export function decodeString(bytes: Buffer, range: Range): string {
  return JSON.parse(bytes.toString('utf8', range.start, range.end)) as string;
}
