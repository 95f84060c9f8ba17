import type { KeptLine } from '../parts/kept-line.ts';
import type { Suggestion } from '../shape.ts';
import type { HiddenError } from './hidden-errors.ts';

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
  /** How many templates, and the fewest and most lines that one of them has; absent where not all were told apart. */
  readonly folded?: { readonly templates: number; readonly least: number; readonly most: number };
}

/** What the log shape keeps for its preview. Counts of `rows` and `more` add up to the lines of the log. */
export interface LogDetails {
  /** Rarest first. */
  readonly rows: readonly TemplateRow[];
  readonly more?: MoreLines;
  readonly head: readonly KeptLine[];
  readonly tail: readonly KeptLine[];
  /** Errors that were drawn over in their lines: the first of each kind, and the count of all. */
  readonly hidden?: { readonly kept: readonly HiddenError[]; readonly count: number };
  /** What few-valued fields hold over all templates, ready to be shown. */
  readonly fields: readonly string[];
  readonly suggestions: readonly Suggestion[];
}
