import { errorRank, errorRankOfErrors } from '../parts/error-words.ts';
import type { OverflowLines } from './line-groups.ts';
import type { MoreLines, TemplateRow } from './log-details.ts';
import type { Template } from './template.ts';
import { formatTemplate } from './template-text.ts';

/** Rows that are kept of the rarest and of the most frequent templates. */
const maxRare = 384;
const maxFrequent = 64;

/** A template with the row that shows it. */
export interface RankedTemplate {
  readonly template: Template;
  readonly row: TemplateRow;
}

/** Writes a row for each template and sorts them rarest first; among equals those that report errors. */
export function rankTemplates(templates: readonly Template[]): RankedTemplate[] {
  const ranked = templates.map((template) => ({ template, row: toRow(template) }));
  return ranked.sort(
    (a, b) => a.row.count - b.row.count || b.row.rank - a.row.rank || a.row.firstLine - b.row.firstLine,
  );
}

/**
 * Compares rows by how much they are worth seeing: rare ones first, errors as if they were some thirty times rarer.
 */
export function compareWorth(a: TemplateRow, b: TemplateRow): number {
  return worth(a) - worth(b) || b.rank - a.rank || a.count - b.count || a.firstLine - b.firstLine;
}

/** Keeps what a description holds: the rarest and the most frequent rows; the others are added up. */
export function boundRows(
  rows: readonly TemplateRow[],
  overflow: OverflowLines,
): { rows: readonly TemplateRow[]; more?: MoreLines } {
  const isKept = rows.length <= maxRare + maxFrequent;
  const left = isKept
    ? []
    : [...rows]
        .sort(compareWorth)
        .slice(maxRare)
        .sort((a, b) => a.count - b.count)
        .slice(0, -maxFrequent);
  const leftOut = new Set(left);
  const more = addUp(left, overflow);
  return { rows: isKept ? rows : rows.filter((row) => !leftOut.has(row)), ...(more !== undefined && { more }) };
}

/** Adds up rows that are not shown, and lines that have no row. */
export function addUp(rows: readonly TemplateRow[], others?: OverflowLines | MoreLines): MoreLines | undefined {
  const parts = others === undefined || others.count === 0 ? [...rows] : [...rows, others];
  if (parts.length === 0) return undefined;
  const hasOthers = others !== undefined && others.count > 0;
  const folded = hasOthers && 'folded' in others ? others.folded : undefined;
  const counts = rows.map((row) => row.count);
  return {
    count: parts.reduce((sum, part) => sum + part.count, 0),
    firstLine: Math.min(...parts.map((part) => part.firstLine)),
    lastLine: Math.max(...parts.map((part) => part.lastLine)),
    ...(hasOthers && folded === undefined
      ? {}
      : {
          folded: {
            templates: (folded?.templates ?? 0) + rows.length,
            least: Math.min(...counts, folded?.least ?? Number.POSITIVE_INFINITY),
            most: Math.max(...counts, folded?.most ?? 0),
          },
        }),
  };
}

function worth({ count, rank }: TemplateRow): number {
  return Math.log10(count) - (rank >= errorRankOfErrors ? 1.5 : 0);
}

function toRow(template: Template): TemplateRow {
  const text = formatTemplate(template);
  const { count, firstLine, lastLine, lineBytes, isPart } = template;
  return { count, firstLine, lastLine, text, lineBytes, isPart, rank: errorRank(text) };
}
