import type { TextEncoding } from '../../bytes/byte-source.ts';
import { SpillwayError } from '../../errors.ts';
import { createLiteralMatcher } from './literal-matcher.ts';
import type { LineMatcher, Pattern } from './matcher.ts';
import { asksForLineFeed, parseAlternatives } from './pattern-syntax.ts';
import { createRe2Matcher } from './re2-matcher.ts';

/** UTF-16 units of the longest pattern. */
export const maxPatternLength: number = 1000;

/**
 * Creates the fastest matcher that is right for a pattern.
 *
 * Contract: literals, and expressions that are a choice of literals, need no expression engine.
 * @throws SpillwayError `pattern-invalid`.
 */
export function createMatcher(pattern: Pattern, encoding: TextEncoding): LineMatcher {
  const { pattern: text, literal = false, ignoreCase = false } = pattern;
  if (text === '') throw invalid('it is empty', 'Say what to search for; to see all lines, read them.');
  if (text.length > maxPatternLength) {
    throw invalid(`it has ${text.length} characters, at most ${maxPatternLength}`, 'Use a shorter one.');
  }
  if (!text.isWellFormed()) throw invalid('it holds half a character', 'Write it again.');
  if (literal ? text.includes('\n') : asksForLineFeed(text)) {
    throw invalid('it asks for a line break, and lines are searched one by one', 'Search for a text of one line.');
  }
  const literals = literal ? [text] : parseAlternatives(text);
  if (literals !== undefined) return createLiteralMatcher(literals, { ignoreCase, asBytes: encoding === 'binary' });
  return createRe2Matcher(text, { ignoreCase });
}

function invalid(what: string, next: string): SpillwayError {
  return new SpillwayError({
    code: 'pattern-invalid',
    message: `the pattern is not accepted: ${what}`,
    modelText: `The pattern is not accepted: ${what}. ${next}`,
  });
}
