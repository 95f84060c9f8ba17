import type { LineMatcher, MatchRange } from './matcher.ts';

/**
 * Goes over the matches in a text, in order.
 *
 * Contract: as JavaScript's `matchAll`: each match starts at or after the end of the one before; after an empty match
 * the search goes on one character further.
 */
export function* matchesIn(matcher: LineMatcher, text: string, from: number): Generator<MatchRange, void, void> {
  for (let at = from; at <= text.length; ) {
    const match = matcher.find(text, at);
    if (match === undefined) return;
    yield match;
    at = afterMatch(text, match);
  }
}

/** Finds where the search goes on after a match. Contract: greater than the match's start. */
export function afterMatch(text: string, match: MatchRange): number {
  if (match.end > match.start) return match.end;
  return match.end + ((text.codePointAt(match.end) ?? 0) > 0xffff ? 2 : 1);
}

/** Returns a line as it is searched: without the CR of a CRLF, unless the pattern asks for it. */
export function searchedText(line: string, matcher: LineMatcher): string {
  return line.endsWith('\r') && !matcher.seesCarriageReturn ? line.slice(0, -1) : line;
}
