import type { Ends } from '../parts/head-tail.ts';
import type { ErrorLines } from './error-lines.ts';
import type { Headings } from './headings.ts';

/** What is known of a text. Plain data. */
export interface ProseDetails extends Ends {
  readonly errors: ErrorLines;
  readonly headings: Headings;
  readonly kind: 'text' | 'failure' | 'markdown';
  /** The first characters, as they stand; a preview shows the same unless it folds or names something. */
  readonly start: string;
  /** Bytes of the byte order mark before them. */
  readonly markBytes: number;
}
