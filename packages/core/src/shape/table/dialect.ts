/** How the cells of a table are told apart. */
export interface Dialect {
  /** As a headline calls it. */
  readonly name: string;
  readonly delimiter: number;
  /** Cells may stand in quotes, and hold delimiters and line feeds there (RFC 4180 §2). */
  readonly hasQuotes: boolean;
  /** Drawn for people: padded cells, rules of dashes, perhaps bars at both ends of a line. */
  readonly isDrawn: boolean;
}

const code = (char: string): number => char.charCodeAt(0);

export const csv: Dialect = { name: 'CSV', delimiter: code(','), hasQuotes: true, isDrawn: false };
export const tsv: Dialect = { name: 'TSV', delimiter: code('\t'), hasQuotes: true, isDrawn: false };
const semicolons: Dialect = {
  name: 'CSV with semicolons',
  delimiter: code(';'),
  hasQuotes: true,
  isDrawn: false,
};
const bars: Dialect = { name: 'table with |', delimiter: code('|'), hasQuotes: true, isDrawn: false };
export const drawn: Dialect = { name: 'table', delimiter: code('|'), hasQuotes: false, isDrawn: true };

/** Dialects in the order in which they are tried. */
export const dialects: readonly Dialect[] = [tsv, csv, semicolons, bars, drawn];
