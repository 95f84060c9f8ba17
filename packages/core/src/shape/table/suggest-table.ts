import type { Suggestion } from '../shape.ts';
import type { ValueCount } from './distinct-values.ts';
import type { TableDetails } from './table-details.ts';

const linesBefore = 3;
const linesAround = 20;
const pageLines = 200;
const mostMatches = 50;

/** Suggests the rows around the rarest value, and the search that finds every row with it. */
export function suggestInTable(details: TableDetails): Suggestion[] {
  const rare = details.rareRows[0];
  const pages: Suggestion[] = [];
  if (rare !== undefined) {
    pages.push({ kind: 'page', startLine: Math.max(1, rare.line - linesBefore), lineCount: linesAround });
  } else if (details.ends.lineCount > 0) pages.push({ kind: 'page', startLine: 1, lineCount: pageLines });
  const pattern = rarePattern(details);
  return pattern === undefined ? pages : [...pages, { kind: 'grep', pattern }];
}

/** The rarest value of the column with the fewest values, between its delimiters. */
function rarePattern(details: TableDetails): string | undefined {
  const { columns, delimiter, isDrawn, columnCount } = details;
  const found = columns
    .map((column, index) => ({
      index,
      values: column.values ?? [],
      rarest: rarestOf(column.values ?? [], details.rowCount),
    }))
    .filter(({ rarest }) => rarest !== undefined)
    .sort((a, b) => a.values.length - b.values.length)[0];
  if (found?.rarest === undefined) return undefined;
  const text = escapePattern(found.rarest.text);
  if (isDrawn) return text;
  const mark = delimiter === '\t' ? '\\t' : escapePattern(delimiter);
  return `${found.index === 0 ? '^' : mark}"?${text}"?${found.index === columnCount - 1 ? '' : mark}`;
}

function rarestOf(values: readonly ValueCount[], rowCount: number): ValueCount | undefined {
  return values
    .filter(
      ({ text, count }) =>
        count <= mostMatches && count * 10 <= rowCount && !text.endsWith('…') && !/["␀-␡]/u.test(text),
    )
    .sort((a, b) => a.count - b.count)[0];
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
}
