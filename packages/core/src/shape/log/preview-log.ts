import { formatCount, plural } from '../../bytes/count-words.ts';
import { formatCountRow, formatGap, formatNote, gutterWidth } from '../../bytes/gutter.ts';
import type { KeptLine } from '../parts/kept-line.ts';
import { endsHeading, formatKeptLine } from '../parts/kept-line-row.ts';
import { PreviewWriter, previewLineCost } from '../parts/preview-writer.ts';
import { cutText, toShownText } from '../parts/shown-text.ts';
import type { LogDetails, MoreLines, TemplateRow } from './log-details.ts';
import { addUp, compareWorth } from './rank-templates.ts';

const heading =
  '| Line templates, rarest first: count, line or first–last line, text with …, or ⟨all⟩ of up to 8 values, for what varies';
/** Escaped bytes of one row's text. */
const minTextBytes = 120;
const maxTextBytes = 640;
const maxEndBytes = 240;
/** Share of the preview for the first and last lines, and for the most frequent templates. */
const endsShare = 0.3;
const frequentShare = 0.25;
/** Lines at each end; fewer where every template has its row, so that the ends say little more. */
const maxEnds = { head: 3, tail: 8 };
const fewEnds = { head: 2, tail: 3 };
/** Below this a preview shows templates alone. */
const minBytesForEnds = 1000;
/** Share of the preview for what fields hold over all templates. */
const fieldsShare = 0.15;

/**
 * Writes the preview of a log: what its fields hold, its templates, then its first and last lines. Contract: as
 * `Shape.preview`.
 */
export function previewLog(details: LogDetails, lineCount: number, maxBytes: number): string {
  const writer = new PreviewWriter(maxBytes);
  const fieldBytes = addFields(writer, details, maxBytes * fieldsShare);
  const endsBytes = maxBytes < minBytesForEnds ? 0 : Math.floor(maxBytes * endsShare);
  const textBytes = Math.min(maxTextBytes, Math.max(minTextBytes, Math.floor(maxBytes / 6)));
  const hiddenLines = formatHidden(details, textBytes);
  const hiddenBytes = hiddenLines.reduce((sum, line) => sum + previewLineCost(line), 0);
  const rows = chooseRows(
    details,
    maxBytes - fieldBytes - endsBytes - hiddenBytes - previewLineCost(heading),
    textBytes,
  );
  if (rows.length > 0) writer.addAll([heading, ...rows]);
  for (const line of hiddenLines) writer.add(line);
  const showsAll = details.more === undefined && rows.length === details.rows.length;
  if (endsBytes > 0) addEnds(writer, details, lineCount, showsAll ? fewEnds : maxEnds);
  return writer.toString();
}

/** Returns the bytes that were taken. */
function addFields(writer: PreviewWriter, { fields }: LogDetails, maxBytes: number): number {
  let taken = 0;
  for (const line of fields.map(formatNote)) {
    const cost = previewLineCost(line);
    if (taken + cost > maxBytes || !writer.add(line)) continue;
    taken += cost;
  }
  return taken;
}

/** Takes the rows that are most worth seeing, and a row for the lines of all others. */
function chooseRows({ rows, more }: LogDetails, maxBytes: number, textBytes: number): string[] {
  const columns = measureColumns(rows, more);
  const cost = (row: TemplateRow): number => previewLineCost(formatTemplateRow(row, columns, textBytes));
  const costs = new Map(rows.map((row) => [row, cost(row)]));
  const whole = rows.reduce((sum, row) => sum + (costs.get(row) as number), 0);
  // The fewest lines of a template that is folded may have as many digits as the most.
  const moreCost = previewLineCost(formatMore(addUp(rows, more), columns)) + columns.count;
  let left = maxBytes - (more === undefined ? 0 : moreCost);
  const chosen = new Set<TemplateRow>();
  if (whole <= left) for (const row of rows) chosen.add(row);
  else {
    left = maxBytes - moreCost;
    const take = (candidates: readonly TemplateRow[], share: number): void => {
      let room = Math.min(share, left);
      for (const row of candidates) {
        const rowCost = costs.get(row) as number;
        if (chosen.has(row)) continue;
        if (rowCost > room) return;
        chosen.add(row);
        room -= rowCost;
        left -= rowCost;
      }
    };
    take([...rows].reverse(), maxBytes * frequentShare);
    take([...rows].sort(compareWorth), maxBytes);
  }
  const leftOut = rows.filter((row) => !chosen.has(row));
  return placeRest(
    rows.filter((row) => chosen.has(row)),
    addUp(leftOut, more),
    columns,
    textBytes,
  );
}

/** Puts the row of what is folded where its rarest template would stand, so that no row above it is more frequent. */
function placeRest(
  rows: readonly TemplateRow[],
  rest: MoreLines | undefined,
  columns: Columns,
  textBytes: number,
): string[] {
  const shown = rows.map((row) => formatTemplateRow(row, columns, textBytes));
  if (shown.length === 0 || rest === undefined) return shown;
  const least = rest.folded?.least ?? Number.POSITIVE_INFINITY;
  const place = rows.findIndex((row) => row.count > least);
  shown.splice(place < 0 ? shown.length : place, 0, formatMore(rest, columns));
  return shown;
}

function formatHidden({ hidden }: LogDetails, textBytes: number): string[] {
  if (hidden === undefined) return [];
  const lines = hidden.kept.map(({ text, line, count }) => {
    const times = count === 1 ? '' : ` (first of ${formatCount(count)} alike)`;
    return formatNote(`drawn over, line ${line}: ${cutText(toShownText(text), textBytes, text.length)}${times}`);
  });
  const others = hidden.count - hidden.kept.reduce((sum, { count }) => sum + count, 0);
  return others === 0 ? lines : [...lines, formatNote(`drawn over: ${plural(others, 'more error')} of other kinds`)];
}

interface Columns {
  readonly count: number;
  readonly lines: number;
}

function measureColumns(rows: readonly TemplateRow[], more: MoreLines | undefined): Columns {
  const total = rows.reduce((sum, { count }) => sum + count, more?.count ?? 0);
  const lines = rows.map((row) => formatLines(row).length);
  return { count: formatCount(total).length, lines: Math.max(0, ...lines) };
}

function formatTemplateRow(row: TemplateRow, columns: Columns, textBytes: number): string {
  const text = cutText(row.text, textBytes, row.lineBytes, row.isPart);
  return formatCountRow(formatCount(row.count), columns.count, `${formatLines(row).padEnd(columns.lines)}  ${text}`);
}

function formatMore(more: MoreLines | undefined, columns: Columns): string {
  if (more === undefined) return '';
  const what = more.folded === undefined ? 'lines of more templates, some may be rarer' : foldedWords(more.folded);
  return formatCountRow(
    formatCount(more.count),
    columns.count,
    `${formatLines(more).padEnd(columns.lines)}  (${what})`,
  );
}

function foldedWords({ templates, least, most }: NonNullable<MoreLines['folded']>): string {
  const counts = least === most ? formatCount(least) : `${formatCount(least)}–${formatCount(most)}`;
  return `lines of ${plural(templates, 'more template')}, ${counts}${templates === 1 ? '' : ' each'}`;
}

function formatLines({ count, firstLine, lastLine }: MoreLines): string {
  return count === 1 ? `line ${firstLine}` : `${firstLine}–${lastLine}`;
}

function addEnds(writer: PreviewWriter, { head, tail }: LogDetails, lineCount: number, most: typeof maxEnds): void {
  const width = gutterWidth(lineCount);
  const format = (kept: KeptLine): string => formatKeptLine(kept, width, maxEndBytes) ?? '';
  const last = [...head, ...tail].slice(most.head).slice(-most.tail);
  const first = head.slice(0, most.head);
  const gap = (lines: number): string[] => (lines > 0 ? [formatGap(lines, width)] : []);
  for (let count = last.length; count >= 0; count--) {
    for (let heads = count > 0 ? first.length : 0; heads >= Math.min(1, count, first.length); heads--) {
      const shownTail = last.slice(last.length - count);
      const shownHead = first.slice(0, heads);
      const between = (shownTail[0]?.line ?? lineCount + 1) - (shownHead.at(-1)?.line ?? 0) - 1;
      const lines = [endsHeading, ...shownHead.map(format), ...gap(between), ...shownTail.map(format)];
      if (lines.length < 3 || lines.includes('')) continue;
      if (lines.reduce((sum, line) => sum + previewLineCost(line), 0) > writer.left) continue;
      writer.addAll(lines);
      return;
    }
  }
}
