import { formatBytes, formatCount, plural } from '../../../bytes/count-words.ts';
import type { Direction, NumberFacts, PathFacts, TextFacts, ValueFacts } from '../facts/facts.ts';
import { nullKind, numberKind, stringKind, valueKinds } from '../paths/path-node.ts';
import { countOf, kindCounts } from './kind-words.ts';
import { dataWords } from './shape-words.ts';
import { shortLiteral } from './short-literal.ts';

/** Up to so many values are listed one by one. */
const maxListed = 12;
/** A lower bound below this says nothing. */
const fewDistinct = 1_000;
const listedFirst = 6;
const listedLast = 3;
const maxLiteralChars = 48;
/** Many values are listed where the first is so many times as frequent as the average. */
const skew = 3;

/** Says what is known of the scalars of a path: the few values with their counts, or ranges. */
export function scalarsWords(facts: PathFacts): string {
  const { values, numbers, texts } = facts;
  const counted = isFewValued(facts) ? listWords(values ?? []) : undefined;
  if (counted !== undefined) return counted;
  const parts: string[] = [];
  if (numbers !== undefined) parts.push(countOfMany(facts, numberKind) + numberWords(numbers));
  if (texts !== undefined) parts.push(textWords(texts, facts));
  parts.push(...otherKinds(facts));
  const distinct = distinctWords(facts);
  return distinct === '' ? parts.join('; ') : `${parts.join('; ')}; ${distinct}`;
}

/** Tells whether the values of a path are so few that each is worth a count. */
export function isFewValued({ values, count, distinct }: PathFacts): boolean {
  if (values === undefined) return false;
  if (values.length <= maxListed) return distinct < count || count <= 3;
  return (values[0]?.count ?? 0) * values.length >= count * skew;
}

function listWords(values: readonly ValueFacts[]): string {
  if (values.length <= maxListed) return values.map(valueCount).join(', ');
  const first = values.slice(0, listedFirst).map(valueCount).join(', ');
  const last = values.slice(-listedLast).map(valueCount).join(', ');
  return `${formatCount(values.length)} different: ${first}, … ${formatCount(values.length - listedFirst - listedLast)} more …, ${last}`;
}

function valueCount({ text, count }: ValueFacts): string {
  return `${shortLiteral(text, maxLiteralChars)} ×${formatCount(count)}`;
}

function numberWords({ low, high, direction, isGapless, count }: NumberFacts): string {
  if (count === 1 || low.text === high.text) return low.text;
  if (direction === 'none') return `min ${low.text}, max ${high.text}`;
  return `${low.text}…${high.text}${isGapless ? ', each integer once' : ''}${directionWords(direction)}`;
}

function textWords(texts: TextFacts, facts: PathFacts): string {
  const counted = countOfMany(facts, stringKind);
  if (texts.dataCount === 0 && texts.low !== undefined && texts.high !== undefined && texts.count > 1)
    return `${counted}${rangeWords(texts.low, texts.high, texts.direction)}`;
  const sizes = `${counted === '' ? 'strings ' : counted}of ${spanWords(texts.minBytes, texts.maxBytes)}`;
  if (texts.dataCount > 0) {
    const which = texts.dataCount === texts.count ? '' : `${formatCount(texts.dataCount)} of them `;
    return `${sizes}, ${which}${dataWords(texts.dataType, `largest ${formatBytes(texts.maxBytes)}`)}`;
  }
  return facts.sample?.startsWith('"') ? `${sizes}, first ${shortLiteral(facts.sample, maxLiteralChars)}` : sizes;
}

function rangeWords(low: string, high: string, direction: Direction): string {
  return direction === 'none' ? `min ${low}, max ${high}` : `${low}…${high}${directionWords(direction)}`;
}

function spanWords(least: number, most: number): string {
  return least === most ? formatBytes(most) : `${formatCount(least)}–${formatBytes(most)}`;
}

function directionWords(direction: Direction): string {
  if (direction === 'up') return ', sorted';
  return direction === 'down' ? ', sorted downwards' : '';
}

/** The count and the kind, where the path has others too. */
function countOfMany(facts: PathFacts, kind: number): string {
  const count = countOf(facts, kind);
  return count === facts.count ? '' : `${plural(count, valueKinds[kind] as string)} `;
}

function otherKinds(facts: PathFacts): string[] {
  const parts: string[] = [];
  for (const [word, count] of kindCounts(facts)) {
    if (word === 'null') parts.push(`null ${formatCount(countOf(facts, nullKind))}`);
    else if (word === 'boolean') parts.push(`booleans ${formatCount(count)}`);
  }
  return parts;
}

function distinctWords(facts: PathFacts): string {
  const scalars = countOf(facts, numberKind) + countOf(facts, stringKind);
  if (scalars < 2 || facts.distinct === 0) return '';
  if (!facts.isDistinctExact)
    return facts.distinct > fewDistinct ? `over ${formatCount(facts.distinct - 1)} different` : '';
  if (facts.distinct === scalars) return facts.numbers?.isGapless && facts.texts === undefined ? '' : 'unique';
  return `${formatCount(facts.distinct)} different`;
}
