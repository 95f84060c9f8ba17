import { formatCount, plural } from '../../bytes/count-words.ts';
import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import { formatNote } from '../../bytes/gutter.ts';
import { utf8Length } from '../../bytes/utf8-length.ts';
import { cutText } from '../parts/shown-text.ts';
import type { ValueCount } from './distinct-values.ts';
import type { NamedColumn, TableDetails } from './table-details.ts';

const typeWidth = 7;
const maxNameBytes = 60;
const maxValueChars = 40;
/** Values in at most this share of the rows, or in so few rows, are said to be where they are. */
const rareShare = 0.01;
const fewRows = 3;
const maxShownValues = 12;
/** A column is seldom filled where at most this share of the rows has something in it. */
const seldomShare = 0.1;

type Context = Pick<TableDetails, 'hasHeader' | 'lineOffset' | 'rowCount'>;

/** Writes what one column holds, in at most `maxBytes`; undefined where not even its name and type fit. */
export function columnRow(
  column: NamedColumn,
  context: Context,
  nameWidth: number,
  maxBytes: number,
): string | undefined {
  const name = shownName(column.name).padEnd(nameWidth);
  let row = formatNote(`${name}  ${column.type.padEnd(typeWidth)}`);
  if (jsonEscapedLength(row) > maxBytes) return undefined;
  let separator = ' ';
  for (const fact of factsOf(column, context)) {
    const longer = `${row}${separator}${fact}`;
    if (jsonEscapedLength(longer) > maxBytes) break;
    row = longer;
    separator = '; ';
  }
  return row.trimEnd();
}

/** Writes the name of a column, cut where it is long. */
export function shownName(name: string): string {
  return cutText(name, maxNameBytes, utf8Length(name));
}

function factsOf(column: NamedColumn, context: Context): string[] {
  const facts: string[] = [];
  const { range, values, odd, others, empty, type } = column;
  const isMeasure = type !== 'text' && type !== 'bool';
  const seldom = seldomText(column, context);
  if (seldom !== undefined) return [seldom, ...emptyFacts(column, context)];
  const present = column.filled + empty;
  if (present < context.rowCount) facts.push(`in ${formatCount(present)} of ${plural(context.rowCount, 'row')}`);
  if (range !== undefined) facts.push(range[0] === range[1] ? `always ${range[0]}` : `${range[0]}…${range[1]}`);
  if (column.isAscending) facts.push('ascending, all different');
  else if (column.isSorted) facts.push('sorted');
  const isListed =
    values !== undefined && values.length < column.filled && !(isMeasure && values.length > maxShownValues);
  if (isListed) facts.push(valuesText(values, context));
  else if (!column.isAscending && column.filled > 0) facts.push(distinctText(column));
  if (others > 0) facts.push(othersText(column, odd, others, context));
  return [...facts, ...emptyFacts(column, context)];
}

/** What is said of a column that hardly any row has filled. */
function seldomText({ filled, values }: NamedColumn, context: Context): string | undefined {
  if (filled === 0 || filled > fewRows || filled > context.rowCount * seldomShare || values === undefined)
    return undefined;
  const texts = values.map(
    ({ text, count, records, lines }) => `"${shorten(text)}" (${placeText(records, lines, count, context)})`,
  );
  return `in ${formatCount(filled)} of ${plural(context.rowCount, 'row')}: ${texts.join(' · ')}`;
}

function emptyFacts({ empty, firstEmpty, filled }: NamedColumn, context: Context): string[] {
  if (empty === 0) return [];
  const where =
    firstEmpty === undefined || filled === 0
      ? ''
      : `, first in ${placeText([firstEmpty.record], [firstEmpty.line], 1, context)}`;
  return [`${formatCount(empty)} empty${where}`];
}

function distinctText({ distinct, isOver, filled }: NamedColumn): string {
  if (isOver) return `over ${formatCount(distinct)} different`;
  return distinct === filled ? 'all different' : `${formatCount(distinct)} different`;
}

function valuesText(values: readonly ValueCount[], context: Context): string {
  const byCount = [...values].sort((a, b) => b.count - a.count);
  const rarest = Math.max(fewRows, context.rowCount * rareShare);
  const isTelling = byCount.some(({ count }) => count > rarest);
  const shown =
    byCount.length > maxShownValues
      ? [...byCount.slice(0, maxShownValues / 2), ...byCount.slice(-maxShownValues / 2)]
      : byCount;
  const texts = shown.map((value) => {
    const where =
      isTelling && value.count <= rarest ? ` (${placeText(value.records, value.lines, value.count, context)})` : '';
    return `${quoted(value.text)} ${formatCount(value.count)}${where}`;
  });
  if (shown.length === byCount.length) return texts.join(' · ');
  const left = byCount.length - shown.length;
  texts.splice(maxShownValues / 2, 0, `… ${plural(left, 'value')} between …`);
  return texts.join(' · ');
}

function othersText(column: NamedColumn, odd: NamedColumn['odd'], others: number, context: Context): string {
  const kind = column.type === 'int' || column.type === 'decimal' ? 'no number' : 'no date';
  const examples = odd.map(({ text, record, line }) => `"${shorten(text)}" ${placeText([record], [line], 1, context)}`);
  const more = others > odd.length && odd.length > 0 ? ', …' : '';
  return `${formatCount(others)} ${kind}${examples.length === 0 ? '' : `: ${examples.join(', ')}${more}`}`;
}

/** Writes `lines 18, 945, …`, or rows and lines where one does not tell the other. */
function placeText(
  records: readonly number[],
  lines: readonly number[],
  count: number,
  { hasHeader, lineOffset }: Context,
): string {
  const more = count > records.length ? ', …' : '';
  if (lineOffset !== undefined) return `line${count === 1 ? '' : 's'} ${lines.join(', ')}${more}`;
  const rows = records.map((record, index) => `row ${record - (hasHeader ? 1 : 0)} line ${lines[index]}`);
  return `${rows.join(', ')}${more}`;
}

/** A word stands as it is; anything else in quotes, so that it is not read together with its count. */
function quoted(text: string): string {
  return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(text) ? shorten(text) : `"${shorten(text)}"`;
}

function shorten(text: string): string {
  if (text.length <= maxValueChars) return text;
  return `${text
    .slice(0, maxValueChars)
    .toWellFormed()
    .replace(/\ufffd$/u, '')}…`;
}
