/** A match in a text. UTF-16 indexes, end exclusive. */
export interface MatchRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds a pattern in lines.
 *
 * Contract: no match spans a line feed. `find` returns the first match that starts at or after `from`, leftmost first
 * and among alternatives the first, and sees the text before `from` (`^` is the start of the text alone); linear in the
 * text. A text is one line, or a piece of one.
 */
export interface LineMatcher {
  find(text: string, from: number): MatchRange | undefined;
  /**
   * Where stated: the place at or after `from` in a text of many lines where the next match starts, -1 for none. Lets a
   * scan pass over lines that cannot match.
   */
  seek?(text: string, from: number): number;
  /** Where stated: every match is one of these, as UTF-8. */
  readonly needles?: readonly Uint8Array[];
  /** The longest match, in UTF-16 units; `Infinity` where there is none. */
  readonly maxMatchLength: number;
  /** False where no match can be empty. */
  readonly mayBeEmpty: boolean;
  /** The longest text that one `find` may be given without holding the event loop for long. */
  readonly maxTextLength: number;
  /** The pattern asks for CR, so the CR of a CRLF stays in the line. */
  readonly seesCarriageReturn: boolean;
  /** The pattern asks for ESC, so terminal escape sequences stay in the line. */
  readonly seesEscapes: boolean;
}

/** What is searched for. */
export interface Pattern {
  /** A regular expression of RE2's syntax, or plain text if `literal`. */
  readonly pattern: string;
  readonly literal?: boolean;
  readonly ignoreCase?: boolean;
}
