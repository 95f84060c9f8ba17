/** Characters of one delta, as a model's tokens come a few at a time. */
const pieceLength = 12;
/** A long text comes in larger pieces, so that a stream of megabytes has no hundred thousand events. */
const maxPieces = 256;

/**
 * Cuts a text into the deltas of a stream.
 *
 * Contract: joined, the pieces are the text; no piece ends inside a character, and none is empty.
 */
export function toPieces(text: string): readonly string[] {
  const length = Math.max(pieceLength, Math.ceil(text.length / maxPieces));
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + length, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
