import { formatCount, plural } from '../../bytes/count-words.ts';
import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import { formatNote } from '../../bytes/gutter.ts';
import { createExcerpt } from '../parts/excerpt.ts';
import { PreviewWriter } from '../parts/preview-writer.ts';
import type { Place } from './column.ts';
import { columnRow, shownName } from './column-row.ts';
import { repeatedNames } from './header.ts';
import type { TableDetails } from './table-details.ts';

/** Share of the room for what is said of the columns. */
const columnShare = 0.65;
const rareShare = 0.5;
const maxLineShare = 0.25;
const firstLines = 4;
const lastLines = 3;

/**
 * Writes what the columns hold, then first, rare and last rows as they stand.
 *
 * Contract: as `Shape.preview`.
 */
export function previewTable(details: TableDetails, maxBytes: number): string {
  const facts = writeFacts(details, Math.floor(maxBytes * columnShare));
  const rows = excerptOf(details, maxBytes - (facts === '' ? 0 : jsonEscapedLength(`${facts}\n`)));
  return [facts, rows].filter((part) => part !== '').join('\n');
}

function writeFacts(details: TableDetails, maxBytes: number): string {
  const writer = new PreviewWriter(maxBytes);
  writer.addAll(tableFacts(details).map(formatNote));
  const nameWidth = Math.min(24, Math.max(...details.columns.map(({ name }) => name.length), 0));
  const left = details.columnCount;
  let shown = 0;
  for (const column of details.columns) {
    const rest = moreColumns(left - shown - 1);
    const row = columnRow(column, details, nameWidth, writer.left - jsonEscapedLength(rest) - 4);
    if (row === undefined || !writer.add(row)) break;
    shown++;
  }
  if (shown < left) writer.add(moreColumns(left - shown));
  return writer.toString();
}

function moreColumns(count: number): string {
  return formatNote(`… ${plural(count, 'more column')} …`);
}

/** What holds for the table as a whole. */
function tableFacts(details: TableDetails): string[] {
  const { hasHeader, lineOffset, rowCount, ragged, columnCount, columns, openQuoteLine } = details;
  const facts: string[] = [];
  const shift = (hasHeader ? 1 : 0) + (lineOffset ?? 0);
  if (lineOffset === undefined)
    facts.push('row numbers are not line numbers: some rows span lines, or some lines are no rows');
  else if (rowCount > 0)
    facts.push(
      `row n is in line n${shift === 0 ? '' : ` + ${shift}`}${hasHeader ? '; the header is no row' : '; there is no header'}`,
    );
  const names = hasHeader ? columns.map(({ name }) => name) : [];
  for (const { name, count } of repeatedNames(names)) {
    facts.push(`${plural(count, 'column')} named ${shownName(name)}`);
  }
  if (ragged.first !== undefined) {
    const { cells } = ragged.first;
    const where = placeOf(ragged.first, hasHeader);
    facts.push(
      `${plural(ragged.count, 'row')} without ${plural(columnCount, 'cell')}; the first has ${formatCount(cells)}: ${where}`,
    );
  }
  if (openQuoteLine > 0)
    facts.push(`a quote in line ${openQuoteLine} is never closed: all behind it counts as one cell`);
  return facts;
}

/** Writes where a record is: `row 17, line 18`. */
function placeOf({ record, line }: Place, hasHeader: boolean): string {
  return `row ${record - (hasHeader ? 1 : 0)}, line ${line}`;
}

function excerptOf({ ends, rareRows }: TableDetails, room: number): string {
  if (room <= 0) return '';
  const excerpt = createExcerpt(ends.lineCount, room, Math.max(200, Math.floor(room * maxLineShare)));
  const all = [...ends.head, ...ends.tail];
  excerpt.add(all.slice(0, firstLines));
  excerpt.add(all.slice(-lastLines).reverse());
  excerpt.add(rareRows, room * rareShare);
  return excerpt.text();
}
