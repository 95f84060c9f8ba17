import { digestQuery } from '../../handle/cursor.ts';
import { maxParsedBytes } from '../../shape/json/queries/can-query.ts';

/** What to look for in a JSON content. */
export interface QueryRequest {
  /** A JSONPath of RFC 9535; its leading `$` may be left out. */
  readonly path: string;
  /** Count the matches, and show none. */
  readonly count?: boolean;
  /** Where an earlier answer ended; the path must be the same. */
  readonly cursor?: string;
}

/** What one query may cost. */
export interface QueryLimits {
  /** Largest content that is read into memory. */
  readonly maxQueryBytes: number;
  /** Memory of the thread that reads it, beside the content itself. */
  readonly maxQueryHeapBytes: number;
  readonly maxQueryMs: number;
}

export const defaultQueryLimits: QueryLimits = {
  maxQueryBytes: maxParsedBytes,
  maxQueryHeapBytes: 1_073_741_824,
  maxQueryMs: 20_000,
};

/** Identifies a query by its path as `parseJsonPath` has it, so that a cursor goes on with the same one. */
export function digestQueryPath(path: string): number {
  return digestQuery(JSON.stringify({ path }));
}
