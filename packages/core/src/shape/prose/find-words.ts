/** Finds the first place at or after `from` where one of the words stands, or -1. */
export type FindWords = (bytes: Uint8Array, from: number) => number;

/** Bytes that decide how far the search may step. */
const pairBytes = 2;

/**
 * Prepares the search for any of several words at once (after Wu and Manber: the last two bytes of a window tell how far
 * it may move before a word can end in it).
 *
 * Contract: every word has at least 3 bytes; the shortest decides the step. No allocation per search.
 */
export function createFindWords(words: readonly Uint8Array[]): FindWords {
  const windowBytes = Math.min(...words.map((word) => word.length));
  const steps = new Uint8Array(65_536).fill(windowBytes - pairBytes + 1);
  const ending = new Map<number, Uint8Array[]>();
  for (const word of words) {
    for (let at = 0; at + pairBytes <= windowBytes; at++) {
      const pair = ((word[at] as number) << 8) | (word[at + 1] as number);
      const step = windowBytes - pairBytes - at;
      if (step < (steps[pair] as number)) steps[pair] = step;
      if (step === 0) ending.set(pair, [...(ending.get(pair) ?? []), word]);
    }
  }
  return (bytes, from) => {
    const { length } = bytes;
    for (let at = from + windowBytes - 1; at < length; ) {
      const pair = ((bytes[at - 1] as number) << 8) | (bytes[at] as number);
      const step = steps[pair] as number;
      if (step > 0) {
        at += step;
        continue;
      }
      const start = at - windowBytes + 1;
      if ((ending.get(pair) as Uint8Array[]).some((word) => standsAt(bytes, start, word))) return start;
      at++;
    }
    return -1;
  };
}

/** Tells whether `word` stands at `start`. */
export function standsAt(bytes: Uint8Array, start: number, word: Uint8Array): boolean {
  for (let at = 0; at < word.length; at++) if (bytes[start + at] !== word[at]) return false;
  return true;
}
