import type { KeptLine } from '../parts/kept-line.ts';
import type { Suggestion } from '../shape.ts';

/** One template, as the preview shows it. */
export interface TemplateRow {
  readonly count: number;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly text: string;
  /** Bytes of the first line, and whether `text` is only its beginning. */
  readonly lineBytes: number;
  readonly isPart: boolean;
  /** How much it looks like an error; see `errorRank`. */
  readonly rank: number;
}

/** Lines of templates that have no row. */
export interface MoreLines {
  readonly count: number;
  readonly firstLine: number;
  readonly lastLine: number;
  /** Absent where the templates were not told apart. */
  readonly templates?: number;
}

/** What the log shape keeps for its preview. Counts of `rows` and `more` add up to the lines of the log. */
export interface LogDetails {
  /** Rarest first. */
  readonly rows: readonly TemplateRow[];
  readonly more?: MoreLines;
  readonly head: readonly KeptLine[];
  readonly tail: readonly KeptLine[];
  readonly suggestions: readonly Suggestion[];
}
