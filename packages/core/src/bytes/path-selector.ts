import { escapeChar } from './escape-char.ts';

const plainName = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/**
 * Writes the step of a JSONPath (RFC 9535) that leads to a member: `.name` where the name is plain, else `['a b']`.
 *
 * Contract: one line of printable characters. A name that holds half a surrogate pair cannot be led to.
 */
export function formatNameSelector(name: string): string {
  return plainName.test(name) ? `.${name}` : `[${formatPathString(name)}]`;
}

/** Writes a text as a JSONPath has it in quotes. */
export function formatPathString(text: string): string {
  return `'${escapeText(text)}'`;
}

const shortEscapes: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  "'": "\\'",
  '\\': '\\\\',
};

function escapeText(text: string): string {
  return text.replace(/['\\·\p{C}\p{Zl}\p{Zp}]/gu, (char) => shortEscapes[char] ?? escapeChar(char));
}
