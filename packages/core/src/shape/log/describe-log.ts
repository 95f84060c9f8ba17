import { plural } from '../../bytes/count-words.ts';
import type { Describer, Description, Suggestion } from '../shape.ts';
import { sumFields } from './field-sums.ts';
import { findPattern } from './find-pattern.ts';
import { LineGroups } from './line-groups.ts';
import type { LogDetails, TemplateRow } from './log-details.ts';
import { createLogEnds } from './log-ends.ts';
import { mergeFields } from './merge-fields.ts';
import { boundRows, compareWorth, type RankedTemplate, rankTemplates } from './rank-templates.ts';
import { findRareValue } from './rare-value.ts';
import { readTemplates } from './read-templates.ts';
import { joinSameTemplates } from './template.ts';

/** Up to so many templates each is shown for itself. */
const maxUnmerged = 12;
/** A page around a line starts so many lines before it. */
const linesBefore = 8;
const pageLines = 20;
const topLines = 2;
/** A template of more lines than this is not rare. */
const maxRareLines = 20;

/** Creates the describer of a log. Contract: as `Describer`; counts of lines are exact. */
export function createLogDescriber(): Describer {
  const groups = new LineGroups();
  const ends = createLogEnds();
  let byteLength = 0;
  return {
    write(chunk) {
      byteLength += chunk.length;
      groups.write(chunk);
      ends.write(chunk);
    },
    end() {
      groups.end();
      return describe(groups, ends.end(groups.lineCount), byteLength);
    },
  };
}

function describe(groups: LineGroups, ends: Pick<LogDetails, 'head' | 'tail'>, byteLength: number): Description {
  const { lineCount, overflow, hidden } = groups;
  const same = joinSameTemplates(readTemplates(groups));
  const merged = mergeFields(same, maxUnmerged);
  const ranked = rankTemplates(merged);
  const isExact = !groups.isCoarse && overflow.count === 0 && merged.length === same.length;
  const details: LogDetails = {
    ...boundRows(
      ranked.map(({ row }) => row),
      overflow,
    ),
    ...ends,
    ...(hidden.count > 0 && { hidden: { kept: hidden.kept, count: hidden.count } }),
    fields: sumFields(same, lineCount, !groups.isCoarse && overflow.count === 0),
    suggestions: suggestCalls(ranked, { lineCount, isExact, hiddenLine: hidden.kept[0]?.line }),
  };
  return {
    shape: 'log',
    headline: `log, ${plural(lineCount, 'line')}`,
    mediaType: 'text/plain',
    encoding: 'utf-8',
    byteLength,
    lineCount,
    details,
  };
}

interface LogFacts {
  readonly lineCount: number;
  readonly isExact: boolean;
  /** The first line with an error that was drawn over. */
  readonly hiddenLine: number | undefined;
}

function suggestCalls(ranked: readonly RankedTemplate[], facts: LogFacts): Suggestion[] {
  const { lineCount, isExact, hiddenLine } = facts;
  const worthy = ranked
    .filter(({ row }) => row.count <= maxRareLines)
    .sort((a, b) => isTop(a.row) - isTop(b.row) || compareWorth(a.row, b.row));
  const templates = ranked.map(({ template }) => template);
  const rare = findRareValue(templates, lineCount);
  const line = worthy[0]?.row.firstLine ?? hiddenLine ?? rare?.line;
  const startLine = Math.max(1, line === undefined ? lineCount - pageLines + 1 : line - linesBefore);
  const page: Suggestion = { kind: 'page', startLine, lineCount: pageLines };
  const pattern = findPattern(
    worthy.map(({ template }) => template),
    templates,
    isExact,
  );
  const patterns = [pattern, rare?.pattern].filter((each) => each !== undefined);
  return [page, ...patterns.map((each): Suggestion => ({ kind: 'grep', pattern: each }))];
}

/** The very first lines are shown anyway, and rare by nature. */
function isTop({ firstLine, rank }: TemplateRow): number {
  return firstLine <= topLines && rank === 0 ? 1 : 0;
}
