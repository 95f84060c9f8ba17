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

/** Joins words to one command line that `sh` parses back to exactly these words. */
export function quoteAll(words: readonly string[]): string {
  return words.map(quote).join(' ');
}
