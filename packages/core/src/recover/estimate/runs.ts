/** What a run of characters is. */
export type Run = typeof start | typeof word | typeof number | typeof space | typeof lineEnd | typeof symbols;
export const start = 0;
export const word = 1;
export const number = 2;
export const space = 3;
export const lineEnd = 4;
export const symbols = 5;

/** The run that each ASCII character belongs to; control characters are symbols. */
export const runOf: Uint8Array = new Uint8Array(128).fill(symbols);
for (const unit of [0x09, 0x0b, 0x0c, 0x20]) runOf[unit] = space;
for (const unit of [0x0a, 0x0d]) runOf[unit] = lineEnd;
runOf.fill(number, 0x30, 0x3a);
runOf.fill(word, 0x41, 0x5b);
runOf.fill(word, 0x61, 0x7b);

/**
 * Counts the units before the run of a piece, which begins at `pieceStart`: 1 for the space that symbols or a word take
 * into their token, or the symbol that a word takes; else 0.
 */
export function leadAt(text: string, pieceStart: number, run: Run): number {
  const unit = text.charCodeAt(pieceStart);
  if (run === symbols) return unit === 0x20 ? 1 : 0;
  return unit < 0x80 && runOf[unit] !== word && runOf[unit] !== number ? 1 : 0;
}
