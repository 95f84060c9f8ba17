/** A line of a text, or what stands for one inside a quoted text. */
export interface Segment {
  readonly text: string;
  /** Characters of what ends it; 0 for a piece of a longer one and for the last of a stream. */
  readonly separatorLength: number;
}

/** A run of base64 in a segment; what JSON and URLs write for `+`, `/` and `=` counts as base64. */
export interface Run {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Longer segments are read in pieces. */
export const maxSegmentChars = 4_096;

const separator = /\n|\\+(?:[nr]|u000[aAdD])|\\*["'`],[ \t]{0,8}\\*["'`]|<br ?\/?>|&#(?:10|x0?[aA]);|%0[aAdD]/u;
const runs = /(?:[A-Za-z0-9+/=]|\\+\/|\\+u00(?:2[bBfF]|3[dD])|%(?:2[bBfF]|3[dD]))+/gu;
/** What may begin a separator or an armor line whose rest is in the next piece. */
const openEnd = /[-\\"'`,<&%\s][-\\"'`,<&%\sA-Za-z0-9#]{0,24}$/u;
const closers = ' \t\r\n;)]}+|,\\>."\'`';
const quotes = '"\'`';

/**
 * Takes the first segment of a text.
 *
 * Contract: `undefined` where the text ends before the segment does and more is to come. The result depends on the text
 * alone, not on how much of it is there.
 */
export function takeSegment(text: string, isFinal: boolean): Segment | undefined {
  const piece = text.slice(0, maxSegmentChars);
  const found = separator.exec(piece);
  if (found !== null) return { text: piece.slice(0, found.index), separatorLength: found[0].length };
  if (text.length <= maxSegmentChars) return isFinal ? { text: piece, separatorLength: 0 } : undefined;
  const open = openEnd.exec(piece);
  const length = open === null || open.index === 0 ? piece.length : open.index;
  return { text: piece.slice(0, length), separatorLength: 0 };
}

/** Finds every run of base64 in a segment, in order. */
export function findRuns(text: string): Run[] {
  return [...text.matchAll(runs)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
  }));
}

/**
 * Finds where the last word of a segment ends: before blanks, or before a quote and what closes a statement.
 *
 * Contract: the length of the text where something else stands at its end.
 */
export function contentEnd(text: string): number {
  let end = text.length;
  while (end > 0 && closers.includes(text[end - 1] as string)) end--;
  while (text[end] === '+') end++;
  const closing = text.slice(end);
  const isClean = /^[\s,\\]*(?:\+\s*)?$/u.test(closing) || [...quotes].some((quote) => closing.includes(quote));
  return isClean ? end : text.length;
}

/** Tells whether a run is like base64 of a key, and not a word, a path, a number in hexadecimal or the alphabet. */
export function isLikeBase64(run: string): boolean {
  return /[A-Z]/u.test(run) && /[a-z]/u.test(run) && /\d/u.test(run) && !run.includes('ABCDEFGHIJKLM');
}

/** Tells whether a run is more letters and digits than marks, so no rule of `=` or `/`. */
export function isMostlyLetters(run: string): boolean {
  return run.replace(/[+/=\\]/gu, '').length * 2 > run.length;
}
