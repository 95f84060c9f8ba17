/** Comparing stops after so many words, for a text that repeats the same ones. */
const maxCompared = 1_000_000;

/**
 * Finds a text whatever the white space between its words.
 *
 * Contract: returns where it begins; −1 where it is not, or where that takes too long to tell.
 */
export function findWords(text: string, sought: string): number {
  const words = sought.trim().split(/\s+/);
  const [first = ''] = words;
  let left = maxCompared;
  for (let at = text.indexOf(first); first !== '' && at !== -1 && left > 0; at = text.indexOf(first, at + 1)) {
    const compared = countMatching(text, at, words);
    if (compared === words.length) return at;
    left -= compared;
  }
  return -1;
}

const whiteSpace = /\s+/y;

/** Counts the words that stand from a place on, one behind the other. */
function countMatching(text: string, start: number, words: readonly string[]): number {
  let at = start;
  for (const [index, word] of words.entries()) {
    if (!text.startsWith(word, at)) return index;
    whiteSpace.lastIndex = at + word.length;
    if (index + 1 < words.length && !whiteSpace.test(text)) return index + 1;
    at = whiteSpace.lastIndex;
  }
  return words.length;
}
