import { formatCount, plural } from '../../bytes/count-words.ts';
import { formatNote, formatRow, gutterWidth } from '../../bytes/gutter.ts';
import { PreviewWriter, previewLineCost } from '../parts/preview-writer.ts';
import type { ProseDetails } from './prose-details.ts';

const deepestLevel = 6;

interface Counted {
  readonly count: number;
  /** Of what, and whether there are more than were counted. */
  readonly word: string;
  readonly isExact: boolean;
}

/**
 * Writes the headings of a document with their lines: all of them, or the upper levels, or as many as fit.
 *
 * Contract: at most `maxBytes` when JSON-escaped; `''` where not even one heading fits.
 */
export function outline({ headings, lineCount, files }: ProseDetails, maxBytes: number): string {
  const { count } = headings;
  const all = { count, word: files === undefined ? 'heading' : 'changed file', isExact: files?.isExact ?? true };
  const width = gutterWidth(lineCount);
  const rowsDownTo = (level: number): string[] =>
    headings.lines
      .filter((heading) => heading.level <= level)
      .map((heading) => formatRow(heading.line, width, heading.text));
  const isAllKept = count === headings.lines.length;
  for (let level = deepestLevel; level >= 1 && isAllKept; level--) {
    const rows = rowsDownTo(level);
    const title = titleOf(all, rows.length, level);
    const cost = [title, ...rows].reduce((sum, row) => sum + previewLineCost(row), 0);
    if (rows.length > 0 && cost <= maxBytes) return [title, ...rows].join('\n');
  }
  return firstRows(all, rowsDownTo(deepestLevel), width, maxBytes);
}

function words({ word, isExact }: Counted, count: number, before = ''): string {
  return `${isExact ? '' : 'over '}${plural(count, `${before}${word}`)}`;
}

function titleOf(all: Counted, shown: number, level: number): string {
  if (all.count === shown) return formatNote(`${words(all, shown)}, by line:`);
  const levels = level === 1 ? '1' : `1 to ${level}`;
  return formatNote(`${words(all, all.count)}, by line; here the ${formatCount(shown)} of level ${levels}:`);
}

function firstRows(all: Counted, rows: readonly string[], width: number, maxBytes: number): string {
  const { count } = all;
  const more = (left: number): string => formatRow(undefined, width, `… ${words(all, left, 'more ')} …`);
  const writer = new PreviewWriter(maxBytes - previewLineCost(more(count)));
  if (!writer.add(formatNote(`${words(all, count)}, by line:`))) return '';
  const added = writer.addAll(rows);
  if (added === 0) return '';
  return added === count ? writer.toString() : `${writer.toString()}\n${more(count - added)}`;
}
