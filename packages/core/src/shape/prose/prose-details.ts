import type { Ends } from '../parts/head-tail.ts';
import type { ErrorLines } from './error-lines.ts';
import type { Headings } from './headings.ts';
import type { SourceKind } from './source-kind.ts';

/** What is known of a text. Plain data. */
export interface ProseDetails extends Ends {
  readonly errors: ErrorLines;
  readonly headings: Headings;
  readonly kind: 'text' | 'failure' | 'markdown' | 'source';
  readonly source?: SourceKind;
  /** Files of a diff, of which `headings` are the places; at least so many where it is not exact. */
  readonly files?: { readonly count: number; readonly isExact: boolean };
  /** The first characters, as they stand; a preview shows the same unless it folds or names something. */
  readonly start: string;
  /** Bytes of the byte order mark before them. */
  readonly markBytes: number;
}
