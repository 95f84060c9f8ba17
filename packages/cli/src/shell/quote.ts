import { isUnusual } from '../text/escapes.ts';

/** Words that every POSIX shell, and zsh, takes as they stand. A leading `=` or `~` is special in some of them. */
const PLAIN = /^[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*$/;

/**
 * Quotes one word for a POSIX shell.
 *
 * Contract: `sh` parses the answer back to exactly this word, whatever it holds; nothing in it is expanded.
 * @throws TypeError for a word with NUL, which no argument can hold.
 */
export function quote(word: string): string {
  if (word.includes('\0')) throw new TypeError('a shell word cannot hold NUL');
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * Quotes one word on one line, whatever it holds.
 *
 * Contract: as `quote`, for `sh`; a newline at the end of a word is lost.
 */
export function quoteOnOneLine(word: string): string {
  if (!isUnusual(word)) return quote(word);
  const octal = (char: string): string =>
    [...Buffer.from(char)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  const format = word.replace(/[\p{C}\p{Zl}\p{Zp}'%\\]/gu, octal);
  return `"$(printf '${format}')"`;
}

/** Joins words to one command line that `sh` parses back to exactly these words. */
export function quoteAll(words: readonly string[]): string {
  return words.map(quote).join(' ');
}
