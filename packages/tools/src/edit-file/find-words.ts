/** Comparing stops after so many characters, for a text that repeats the same words. */
const maxCompared = 20_000_000;

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
    const { count, end } = matching(text, at, words);
    if (count === words.length) return at;
    left -= Math.max(1, end - at);
  }
  return -1;
}

const whiteSpace = /\s+/y;

/** Counts the words that stand from a place on, one behind the other, and says where they end. */
function matching(text: string, start: number, words: readonly string[]): { count: number; end: number } {
  let end = start;
  for (const [index, word] of words.entries()) {
    if (!text.startsWith(word, end)) return { count: index, end };
    whiteSpace.lastIndex = end + word.length;
    if (index + 1 < words.length && !whiteSpace.test(text)) return { count: index + 1, end: end + word.length };
    end = whiteSpace.lastIndex;
  }
  return { count: words.length, end };
}
