import type { Range } from './scan.ts';

/** Raw bytes of a string literal that are decoded in one piece. */
const PIECE_BYTES = 1_048_576;
const BACKSLASH = 0x5c;

/** `\u0041` */
const UNICODE_ESCAPE_BYTES = 6;

/**
 * Decodes a JSON string literal piece by piece, so that no string of the whole is ever built.
 *
 * Contract: `range` includes the quotes. Cuts neither inside a character, nor an escape, nor a pair of escapes that
 * make one character; `pieceBytes` is 16 or more. Throws `SyntaxError` where the literal is not valid JSON.
 */
export async function* decodeStringPieces(
  bytes: Buffer,
  range: Range,
  pieceBytes: number = PIECE_BYTES,
): AsyncGenerator<string, void> {
  let start = range.start + 1;
  const end = range.end - 1;
  while (start < end) {
    const stop = end - start <= pieceBytes ? end : safeCut(bytes, start, start + pieceBytes);
    yield decodePiece(bytes, start, stop);
    start = stop;
  }
}

/** Decodes a whole JSON string literal; `range` includes the quotes. */
export function decodeString(bytes: Buffer, range: Range): string {
  return decodePiece(bytes, range.start + 1, range.end - 1);
}

function decodePiece(bytes: Buffer, start: number, end: number): string {
  return JSON.parse(`"${bytes.toString('utf8', start, end)}"`) as string;
}

/** Returns the last position at or before `wanted` where a cut harms nothing. */
function safeCut(bytes: Buffer, start: number, wanted: number): number {
  let cut = wanted;
  while (cut > start && (bytes[cut]! & 0xc0) === 0x80) cut--;
  for (let at = cut - 1; at >= Math.max(start, cut - UNICODE_ESCAPE_BYTES + 1); at--) {
    if (!startsEscape(bytes, start, at)) continue;
    if (at + (bytes[at + 1] === 0x75 ? UNICODE_ESCAPE_BYTES : 2) > cut) cut = at;
    break;
  }
  const before = cut - UNICODE_ESCAPE_BYTES;
  return before >= start && isHighSurrogateEscape(bytes, start, before) ? before : cut;
}

function isHighSurrogateEscape(bytes: Buffer, start: number, at: number): boolean {
  return startsEscape(bytes, start, at) && /^\\u[dD][89abAB]/.test(bytes.toString('latin1', at, at + 4));
}

/** A back-slash starts an escape when the run of back-slashes before it is even. */
function startsEscape(bytes: Buffer, start: number, at: number): boolean {
  if (bytes[at] !== BACKSLASH) return false;
  let before = at;
  while (before > start && bytes[before - 1] === BACKSLASH) before--;
  return (at - before) % 2 === 0;
}
