import { UsageError } from '../usage-error.ts';

/** What ends a line, steers a terminal, or cannot be seen. */
const UNUSUAL = /[\p{C}\p{Zl}\p{Zp}]/gu;
const LETTERS: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' };

/** Tells whether a text holds anything that must not be printed as it is. */
export function isUnusual(text: string): boolean {
  return text.search(UNUSUAL) >= 0;
}

/** Makes any text one line of printable characters. Contract: what was escaped cannot be told from what stood there. */
export function escapeUnusual(text: string): string {
  return text.replace(UNUSUAL, (char) => LETTERS[char] ?? escapeUnits(char));
}

/** Writes a word on one line, backslashes escaped too. Contract: `unescapeWord` reads back exactly this word. */
export function escapeWord(word: string): string {
  return escapeUnusual(word.replaceAll('\\', '\\\\'));
}

/**
 * Reads a word that `escapeWord` wrote.
 *
 * @throws UsageError for a backslash before anything that it does not write.
 */
export function unescapeWord(word: string): string {
  return word.replace(/\\(u[0-9a-fA-F]{4}|[\s\S]|$)/g, (_, code: string) => {
    const char = code.length === 5 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : ESCAPED[code];
    if (char !== undefined) return char;
    throw new UsageError(
      `--escaped takes \\n, \\r, \\t, \\\\ and \\u with four hex digits, not \\${code} as in ${toLine(word)}`,
    );
  });
}

/** Writes a name from outside for a line of ours: as it is where it is plain, else quoted and escaped. */
export function toLine(text: string): string {
  const isPlain = /^[^\p{Z}"]+(?: [^\p{Z}"]+)*$/u.test(text) && !isUnusual(text);
  return isPlain ? text : quoteLine(text);
}

/** Writes a text from outside in quotes, on one line. */
export function quoteLine(text: string): string {
  return `"${escapeWord(text).replaceAll('"', '\\"')}"`;
}

function escapeUnits(char: string): string {
  return Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
    '',
  );
}
