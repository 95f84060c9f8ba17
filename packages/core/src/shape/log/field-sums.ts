import { plural } from '../../bytes/count-words.ts';
import { errorRank, errorRankOfErrors } from '../parts/error-words.ts';
import { toShownText } from '../parts/shown-text.ts';
import { isFailedStatus } from './http-status.ts';
import type { Template } from './template.ts';
import { type FieldUse, fieldUses } from './template-fields.ts';
import { formatValueCount } from './template-text.ts';

/** Fields with more values than this are data. */
const maxValues = 12;
const maxFields = 4;
/** A field that fewer lines have tells nothing of the log, nor does one that a single template shows. */
const fewestLines = 20;
const fewestShare = 0.05;
const fewestTemplates = 2;
const telling = /status|code|level|severity|result|outcome|method/i;

interface Sum {
  readonly name: string;
  readonly values: Map<string, { count: number; line: number }>;
  templates: number;
  lines: number;
}

/**
 * Sums up what the few-valued fields of a log hold, over all of its templates: `status: 200 ×18,950, 404 ×12 …`.
 *
 * Contract: at most four rows without gutter, the most telling first. Counts are exact where `isExact` says that every
 * line was told apart, or has the field; else they say that they are not. A field with a value that is not known is not
 * told.
 */
export function sumFields(templates: readonly Template[], lineCount: number, isExact: boolean): string[] {
  const sums = new Map<string, Sum>();
  const open = new Set<string>();
  let isWhole = isExact;
  for (const template of templates) {
    const { uses, isMasked } = fieldUses(template);
    if (isMasked || template.isPart) isWhole = false;
    const seen = new Set<string>();
    for (const use of uses) {
      if (use.values === undefined || seen.has(use.name)) open.add(use.name);
      else addUse(sums, use, template);
      seen.add(use.name);
    }
  }
  return [...sums.values()]
    .filter((sum) => !open.has(sum.name) && isTelling(sum, lineCount))
    .sort((a, b) => worth(b) - worth(a) || b.lines - a.lines)
    .slice(0, maxFields)
    .map((sum) => formatSum(sum, lineCount, isWhole));
}

function addUse(sums: Map<string, Sum>, { name, values = [] }: FieldUse, { count }: Template): void {
  let sum = sums.get(name);
  if (sum === undefined) {
    sum = { name, values: new Map(), templates: 0, lines: 0 };
    sums.set(name, sum);
  }
  sum.templates++;
  sum.lines += count;
  for (const value of values) {
    const known = sum.values.get(value.text);
    if (known === undefined) sum.values.set(value.text, { count: value.count, line: value.line });
    else {
      known.count += value.count;
      known.line = Math.min(known.line, value.line);
    }
  }
}

function isTelling({ values, templates, lines }: Sum, lineCount: number): boolean {
  if (values.size < 2 || values.size > maxValues || templates < fewestTemplates) return false;
  return lines >= Math.max(fewestLines, lineCount * fewestShare);
}

function worth({ name, values }: Sum): number {
  const reports = [...values.keys()].some((text) => isFailedStatus(text) || errorRank(text) >= errorRankOfErrors);
  return (telling.test(name) ? 2 : 0) + (reports ? 1 : 0);
}

function formatSum({ name, values, lines }: Sum, lineCount: number, isExact: boolean): string {
  const ordered = [...values].sort(([, a], [, b]) => b.count - a.count || a.line - b.line);
  const list = ordered.map(([text, place]) => formatValueCount({ text: text === '' ? '""' : text, ...place }, true));
  const where = lines === lineCount ? '' : ` (in ${plural(lines, 'line')})`;
  // Where every line has it, none is missing, whatever else was not looked into.
  const isWhole = isExact || lines === lineCount;
  return toShownText(`${name}${isWhole ? '' : ', at least'}: ${list.join(', ')}${where}`, false);
}
