import { escapePattern } from '../../bytes/escape-pattern.ts';
import type { Suggestion } from '../shape.ts';
import type { ValueCount } from './distinct-values.ts';
import type { NamedColumn, TableDetails } from './table-details.ts';

const linesBefore = 3;
const linesAround = 20;
const pageLines = 200;
const maxMatches = 50;

/** Suggests the rows around the rarest value or the first uneven row, and the search that finds every row with it. */
export function suggestInTable(details: TableDetails): Suggestion[] {
  const line = details.rareRows[0]?.line ?? details.ragged.first?.line;
  const pages: Suggestion[] = [];
  if (line !== undefined) {
    pages.push({ kind: 'page', startLine: Math.max(1, line - linesBefore), lineCount: linesAround });
  } else if (details.ends.lineCount > 0) pages.push({ kind: 'page', startLine: 1, lineCount: pageLines });
  const pattern = rarePattern(details);
  return pattern === undefined ? pages : [...pages, { kind: 'grep', pattern }];
}

/** The rarest value of the column with the fewest values, in its place between the delimiters. */
function rarePattern(details: TableDetails): string | undefined {
  const { columns, rowCount } = details;
  const found = columns
    .map((column, index) => ({ index, values: column.values ?? [], rarest: rarestOf(column.values ?? [], rowCount) }))
    .filter(({ rarest }) => rarest !== undefined)
    .sort((a, b) => a.values.length - b.values.length)[0];
  return found?.rarest === undefined ? undefined : cellPattern(details, found.index, found.rarest.text);
}

/**
 * Writes a pattern for the rows that have a value in a column: between its delimiters where no other column can have it,
 * else counted from the start of the line.
 */
function cellPattern(details: TableDetails, index: number, text: string): string | undefined {
  const { columns, columnCount, isDrawn, ragged } = details;
  const isElsewhere = columns.some((column, other) => other !== index && mayHold(column, text));
  const isLast = index === columnCount - 1 && ragged.count === 0;
  if (isDrawn) {
    const before = index === 0 ? '^\\|? *' : '\\| *';
    const after = isLast ? ' *\\|?$' : ' *\\|';
    return isElsewhere ? undefined : before + escapePattern(text) + after;
  }
  const mark = details.delimiter === '\t' ? '\\t' : escapePattern(details.delimiter);
  const cell = `"?${escapePattern(text)}"?`;
  const after = isLast ? '$' : index >= columnCount - 1 || ragged.count > 0 ? `(${mark}|$)` : mark;
  if (index === 0) return `^${cell}${after}`;
  if (!isElsewhere || isLast) return mark + cell + after;
  return `^([^${mark}]*${mark}){${index}}${cell}${after}`;
}

/** Tells whether a column may hold a value, as far as is known. */
function mayHold({ type, values, others, range }: NamedColumn, text: string): boolean {
  if (values !== undefined) return values.some((value) => value.text === text);
  if (type === 'text' || type === 'bool' || others > 0) return true;
  const value = Number(text);
  if (Number.isNaN(value) || range === undefined || type === 'date' || type === 'time') return false;
  return value >= Number(range[0]) && value <= Number(range[1]);
}

function rarestOf(values: readonly ValueCount[], rowCount: number): ValueCount | undefined {
  return values
    .filter(
      ({ text, count }) =>
        count <= maxMatches && count * 10 <= rowCount && !text.endsWith('…') && !/["␀-␡]/u.test(text),
    )
    .sort((a, b) => a.count - b.count)[0];
}
