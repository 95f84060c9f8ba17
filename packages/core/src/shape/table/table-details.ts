import type { Ends } from '../parts/head-tail.ts';
import type { KeptLine } from '../parts/kept-line.ts';
import type { ColumnSummary, Place } from './column.ts';

/** A column with its name. */
export interface NamedColumn extends ColumnSummary {
  readonly name: string;
}

/** What is known of a table. Plain data. */
export interface TableDetails {
  readonly dialect: string;
  /** As the readers' patterns need it. */
  readonly delimiter: string;
  readonly isDrawn: boolean;
  readonly hasHeader: boolean;
  /** Without the header. */
  readonly rowCount: number;
  readonly columnCount: number;
  /** The first columns. */
  readonly columns: readonly NamedColumn[];
  /** Record n starts in line n + `lineOffset`; absent where that differs from row to row. */
  readonly lineOffset?: number;
  /** Rows that have more or fewer cells than the first. */
  readonly ragged: { readonly count: number; readonly first?: Place & { readonly cells: number } };
  /** Lines of a drawn table that are no rows: rules, titles, totals. */
  readonly otherLines: number;
  /** Line of a quote that is never closed; 0 where there is none. */
  readonly openQuoteLine: number;
  /** First lines of rows with a value that is rare in its column, the rarest first. */
  readonly rareRows: readonly KeptLine[];
  readonly ends: Ends;
}
