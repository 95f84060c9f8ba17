/* What the token scan charges, in tokens, but for pairs of letters and symbols (`pair-costs.ts`). */

/** How often a word is cut within its first letters, against its middle: short words are tokens as they stand. */
export const cutShares: readonly number[] = [0, 0.35, 0.7, 1];
export const opaqueCutShares: readonly number[] = [0, 0.55, 0.95, 1.1];
/** So many changes between letters, capitals and digits without a break are no name but a key, a hash or base64. */
export const minOpaqueChanges = 4;
/** Letters of an alphabet other than ASCII that run on for longer are no word of a language. */
export const maxWordLetters = 18;
export const longWordCost = 0.5;
/** ASCII letters that run on cost at least this much, whatever their pairs. */
export const minLongLetterCost = 0.25;
export const minLongSymbolCost = 0.12;
export const longSymbolRun = 6;
/** An ASCII letter after another one in the same word. */
export const mixedWordCost = 0.18;
const wordCuts = 0.85;
const oddCuts = 2;
const oddSlope = 1.6;
export const controlCost = 1;
export const escapeCost = 1.7;
/** Indentation is a token as it stands; a longer run of spaces is cut. */
export const maxIndent = 80;
export const indentCost = 0.003;
export const spaceRepeatCost = 0.0085;
export const blankRepeatCost = 0.065;
export const blankChangeCost = 0.3;
export const lineEndAfterSymbolCost = 0.1;
/** Digits of one token. */
export const digitGroup = 3;
export const surrogateCost = 2;
/** Chinese and Japanese characters do not share a token with a space. */
export const spacedCost = 0.8;
/** Slashes that a tokenizer takes with the symbols and the line end before them. */
export const tailCost = 0.5;

/**
 * Turns the sum over the pairs of a word into pieces: a word that has more unusual pairs than most is either a token
 * nevertheless, and must not count twice and more, or has so many that it is no word.
 */
export function piecesOf(cuts: number): number {
  if (cuts <= wordCuts) return cuts;
  return Math.max(wordCuts, Math.min(cuts, wordCuts + (cuts - oddCuts) * oddSlope));
}
