/**
 * Measures a value as the function `length` of RFC 9535 does.
 *
 * Contract: Unicode scalar values of a string, items of an array, members of an object; nothing of another value.
 */
export function lengthOf(value: unknown): number | undefined {
  if (typeof value === 'string') return countCodePoints(value);
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The functions `match` and `search` of RFC 9535. */
export interface PatternFunctions {
  /** A pattern that is no regular expression, and so matches nothing; the first that was met. */
  readonly wrongPattern: string | undefined;
  /** Tells whether the whole text matches. */
  match(text: unknown, pattern: unknown): boolean;
  /** Tells whether some part of the text matches. */
  search(text: unknown, pattern: unknown): boolean;
}

const maxPatterns = 100;

/**
 * Creates the two functions for the time of one query.
 *
 * Contract: patterns are I-Regexp (RFC 9485) and what JavaScript knows beside that, such as `\d` and `^`; a point is
 * any character but a line break. What is no text, or no pattern, does not match. The time that a match takes is not
 * limited.
 */
export function createPatternFunctions(): PatternFunctions {
  const compiled = new Map<string, RegExp | undefined>();
  let wrongPattern: string | undefined;
  const compile = (source: string): RegExp | undefined => {
    if (compiled.has(source)) return compiled.get(source);
    if (compiled.size >= maxPatterns) compiled.clear();
    const expression = toRegExp(source);
    compiled.set(source, expression);
    return expression;
  };
  const test = (text: unknown, pattern: unknown, wrap: (pattern: string) => string): boolean => {
    if (typeof text !== 'string' || typeof pattern !== 'string') return false;
    const expression = compile(wrap(mapPoints(pattern)));
    if (expression === undefined) wrongPattern ??= pattern;
    return expression?.test(text) === true;
  };
  return {
    get wrongPattern(): string | undefined {
      return wrongPattern;
    },
    match: (text, pattern) => test(text, pattern, (whole) => `^(?:${whole})$`),
    search: (text, pattern) => test(text, pattern, (part) => part),
  };
}

function toRegExp(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    return undefined;
  }
}

/** A point outside of brackets, and what must not be taken for one. */
const points = /\\.|\[(?:\\.|[^\]\\])*\]|\./gsu;

/** JavaScript's point leaves out two line separators more than that of I-Regexp. */
function mapPoints(pattern: string): string {
  return pattern.replace(points, (found) => (found === '.' ? '[^\\n\\r]' : found));
}
