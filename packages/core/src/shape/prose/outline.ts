import { formatCount, plural } from '../../bytes/count-words.ts';
import { formatNote, formatRow, gutterWidth } from '../../bytes/gutter.ts';
import { PreviewWriter, previewLineCost } from '../parts/preview-writer.ts';
import type { ProseDetails } from './prose-details.ts';

const deepestLevel = 6;

/**
 * Writes the headings of a document with their lines: all of them, or the upper levels, or as many as fit.
 *
 * Contract: at most `maxBytes` when JSON-escaped; `''` where not even one heading fits.
 */
export function outline({ headings, lineCount, files }: ProseDetails, maxBytes: number): string {
  const word = files === undefined ? 'heading' : 'changed file';
  const width = gutterWidth(lineCount);
  const rowsDownTo = (level: number): string[] =>
    headings.lines
      .filter((heading) => heading.level <= level)
      .map((heading) => formatRow(heading.line, width, heading.text));
  const isAllKept = headings.count === headings.lines.length;
  for (let level = deepestLevel; level >= 1 && isAllKept; level--) {
    const rows = rowsDownTo(level);
    const title = titleOf(headings.count, rows.length, level, word);
    const cost = [title, ...rows].reduce((sum, row) => sum + previewLineCost(row), 0);
    if (rows.length > 0 && cost <= maxBytes) return [title, ...rows].join('\n');
  }
  return firstRows(headings.count, rowsDownTo(deepestLevel), { width, word }, maxBytes);
}

function titleOf(count: number, shown: number, level: number, word: string): string {
  const all = plural(count, word);
  if (count === shown) return formatNote(`${all}, by line:`);
  return formatNote(`${all}, by line; here the ${formatCount(shown)} of level ${level === 1 ? '1' : `1 to ${level}`}:`);
}

function firstRows(
  count: number,
  rows: readonly string[],
  { width, word }: { width: number; word: string },
  maxBytes: number,
): string {
  const more = (left: number): string => formatRow(undefined, width, `… ${plural(left, `more ${word}`)} …`);
  const writer = new PreviewWriter(maxBytes - previewLineCost(more(count)));
  if (!writer.add(formatNote(`${plural(count, word)}, by line:`))) return '';
  const added = writer.addAll(rows);
  if (added === 0) return '';
  return added === count ? writer.toString() : `${writer.toString()}\n${more(count - added)}`;
}
