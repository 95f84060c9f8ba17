import type { Range } from './scan.ts';
import { Unescaper } from './unescaper.ts';

/** Raw bytes of a string literal that are decoded in one piece. */
const PIECE_BYTES = 262_144;

/**
 * Decodes a JSON string literal piece by piece, so that no string of the whole is ever built.
 *
 * Contract: `range` includes the quotes. The first piece is a string, which says that it is a text; the others are its
 * UTF-8 bytes, cut anywhere; half of a surrogate pair is its three bytes. Throws `SyntaxError` for an escape that JSON
 * does not know.
 */
export async function* decodeStringPieces(
  bytes: Buffer,
  range: Range,
  pieceBytes: number = PIECE_BYTES,
): AsyncGenerator<string | Uint8Array, void> {
  yield '';
  const unescaper = new Unescaper(bytes, { start: range.start + 1, end: range.end - 1 });
  for (let piece = unescaper.next(pieceBytes); piece.length > 0; piece = unescaper.next(pieceBytes)) yield piece;
}

/** Decodes a whole JSON string literal; `range` includes the quotes. */
export function decodeString(bytes: Buffer, range: Range): string {
  return JSON.parse(bytes.toString('utf8', range.start, range.end)) as string;
}
