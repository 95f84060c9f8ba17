import { jsonEscapedLength } from '../../bytes/escaped-length.ts';

/** `\n` as JSON writes it. */
const newlineBytes = 2;

/** Rows of a preview that together fit a budget. */
export interface Rows {
  /** Bytes left for the text of one more row. */
  readonly roomBytes: number;
  /** Adds a row, or a few that only make sense together; returns false, and adds nothing, where they do not fit. */
  add(...rows: string[]): boolean;
  /** Joins the rows. Contract: its JSON-escaped length is at most the budget. */
  text(): string;
}

/** Creates an empty list of rows for a budget of JSON-escaped bytes. */
export function createRows(maxBytes: number): Rows {
  const rows: string[] = [];
  let left = maxBytes;
  return {
    get roomBytes(): number {
      return left - (rows.length === 0 ? 0 : newlineBytes);
    },
    add(...added) {
      const cost = added.reduce((sum, row) => sum + jsonEscapedLength(row) + newlineBytes, rows.length === 0 ? -newlineBytes : 0);
      if (cost > left) return false;
      left -= cost;
      rows.push(...added);
      return true;
    },
    text: () => rows.join('\n'),
  };
}
