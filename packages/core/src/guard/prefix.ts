const digits = /\d+/gu;
const marks = /[\s"'`\\>+|:*#/-]+/gu;

/**
 * Brings what stands before a key's line into a form in which line numbers, gutters, quotes and times are alike.
 *
 * Contract: empty for a text of blanks, quotes and marks alone.
 */
export function normalizePrefix(text: string): string {
  return text.replace(digits, '0').replace(marks, ' ').trim();
}

/** Tells whether a prefix may stand before a line of the same key as another one: equal to it, or the start of it. */
export function isLikePrefix(prefix: string, other: string): boolean {
  return prefix === other || prefix === '' || other.startsWith(`${prefix} `);
}
