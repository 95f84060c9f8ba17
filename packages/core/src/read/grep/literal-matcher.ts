import { escapePattern } from '../../bytes/escape-pattern.ts';
import type { LineMatcher, MatchRange } from './matcher.ts';

const maxNeedles = 4;
const maxTextLength = 1_048_576;

/** How literals are compared. */
export interface LiteralOptions {
  readonly ignoreCase: boolean;
  /** The texts that are searched hold one byte a character. */
  readonly asBytes: boolean;
}

/**
 * Creates a matcher of one or more literals, tried in order at each place.
 *
 * Contract: literals are not empty. Ignoring case is Unicode's simple case folding, of ASCII alone for bytes. The
 * engine's own regular expressions do the search: a choice of literals cannot backtrack beyond their length.
 */
export function createLiteralMatcher(literals: readonly string[], options: LiteralOptions): LineMatcher {
  const texts = options.asBytes ? literals.map(toByteText) : literals;
  const find = texts.length === 1 && !options.ignoreCase ? findOne(texts[0] as string) : findAny(texts, options);
  const hasNeedles =
    !options.ignoreCase && literals.length <= maxNeedles && !literals.some((text) => text.includes('\ufffd'));
  return {
    find,
    seek: (text, from) => find(text, from)?.start ?? -1,
    ...(hasNeedles && { needles: literals.map((text) => new TextEncoder().encode(text)) }),
    maxMatchLength: Math.max(...texts.map((text) => text.length)),
    mayBeEmpty: false,
    maxTextLength,
    seesCarriageReturn: literals.some((text) => text.includes('\r')),
    seesEscapes: literals.some((text) => text.includes('\u001b')),
  };
}

function findOne(literal: string): LineMatcher['find'] {
  return (text, from) => {
    const start = text.indexOf(literal, from);
    return start < 0 ? undefined : { start, end: start + literal.length };
  };
}

function findAny(literals: readonly string[], options: LiteralOptions): LineMatcher['find'] {
  const isFolded = options.ignoreCase && !options.asBytes;
  const source = literals
    .map((text) => (options.ignoreCase && options.asBytes ? foldAscii(text) : escapePattern(text)))
    .join('|');
  const expression = new RegExp(source, isFolded ? 'giu' : 'gu');
  return (text, from): MatchRange | undefined => {
    expression.lastIndex = from;
    const match = expression.exec(text);
    return match === null ? undefined : { start: match.index, end: match.index + match[0].length };
  };
}

function foldAscii(text: string): string {
  return Array.from(text, (char) =>
    /[a-z]/i.test(char) ? `[${char.toLowerCase()}${char.toUpperCase()}]` : escapePattern(char),
  ).join('');
}

/** The UTF-8 bytes of a text as one character each. */
function toByteText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
