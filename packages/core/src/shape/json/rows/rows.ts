import { formatBytes } from '../../../bytes/count-words.ts';
import type { JsonDetails, PathFacts } from '../facts/facts.ts';
import { arrayKind, objectKind } from '../paths/path-node.ts';
import { documentRows } from './document-rows.ts';
import { displayPath, fieldRows } from './field-rows.ts';
import { below, countOf, isAll, itemsOf } from './kind-words.ts';
import { orders, type Row, worths } from './row.ts';
import { arrayWords, isSingleScalar, mapText, membersWords } from './shape-words.ts';

/** Writes all rows that a preview may show. */
export function toRows(details: JsonDetails): Row[] {
  const rows = documentRows(details);
  details.paths.forEach((facts, index) => {
    if (facts.firstItem !== undefined) rows.push(firstRow(details, facts, index));
    if (index > 0 || details.isLines) rows.push(...pathRows(details, facts, index));
  });
  return withoutRepeats(rows);
}

/** The row of most worth shows an element. */
function withoutRepeats(rows: readonly Row[]): Row[] {
  const best = new Map<number, Row>();
  for (const row of rows) {
    if (row.elementOffset === undefined) continue;
    const other = best.get(row.elementOffset);
    if (other === undefined || row.worth > other.worth) best.set(row.elementOffset, row);
  }
  return rows.filter((row) => row.elementOffset === undefined || best.get(row.elementOffset) === row);
}

function pathRows(details: JsonDetails, facts: PathFacts, index: number): Row[] {
  if (isToldAbove(details, facts)) return [];
  const isRepeated = facts.collections > 0 || facts.presence > 1;
  return isRepeated ? fieldRows(details, index) : singleRows(details, facts, index);
}

/** What the row of an array, a map or a single object says already. */
function isToldAbove(details: JsonDetails, facts: PathFacts): boolean {
  if (isSingleScalar(facts)) return true;
  const isElement = facts.kind === 'items' || facts.kind === 'values';
  return (
    isElement && details.paths[facts.parent] !== undefined && isAll(facts, objectKind) && facts.mapKeys === undefined
  );
}

/** A path that stands in the content once: an array, a map or an object of its own. */
function singleRows(details: JsonDetails, facts: PathFacts, index: number): Row[] {
  const text = singleWords(details, facts, index);
  if (text === undefined) return [];
  const size = facts.byteTotal > 0 ? ` (${formatBytes(facts.byteTotal)})` : '';
  const worth = worths.single - 20 * facts.path.split('.').length;
  return [{ text: `${displayPath(details, facts)}${size}: ${text}`, worth, order: index }];
}

function singleWords(details: JsonDetails, facts: PathFacts, index: number): string | undefined {
  if (countOf(facts, arrayKind) > 0)
    return itemsOf(details, index) === undefined ? undefined : arrayWords(details, index);
  if (facts.mapKeys !== undefined) return mapText(details, index);
  const words = membersWords(details, facts, below(details, index));
  return words === '' ? undefined : words;
}

function firstRow(details: JsonDetails, facts: PathFacts, index: number): Row {
  const isOfRoot = facts.path === '' || facts.path === '[]';
  const what = isOfRoot ? 'first' : `${facts.kind === 'values' ? 'one' : 'first'} of ${displayPath(details, facts)}`;
  return { text: `${what}: ${facts.firstItem}`, worth: worths.first, order: orders.first + index };
}
