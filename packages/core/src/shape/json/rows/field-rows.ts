import { formatCount, plural } from '../../../bytes/count-words.ts';
import type { EndFacts, JsonDetails, PathFacts, PlaceFacts, ValueFacts } from '../facts/facts.ts';
import { arrayKind, objectKind, valueKinds } from '../paths/path-node.ts';
import { below, countOf, isAll, isScalar, itemsOf } from './kind-words.ts';
import { placesWords, placeWords } from './place-words.ts';
import { type Row, worths } from './row.ts';
import { arrayWords, objectWords } from './shape-words.ts';
import { shortLiteral } from './short-literal.ts';
import { isFewValued, scalarsWords } from './value-words.ts';

const maxPlaceChars = 420;
/** Where more keys of an object than this are rare, none is an exception. */
export const maxRareKeys: number = 4;

/** Writes what is known of one path inside arrays, maps or lines. */
export function fieldRows(details: JsonDetails, index: number): Row[] {
  const facts = details.paths[index] as PathFacts;
  const words = fieldWords(details, index);
  if (words === '' || isLink(details, index)) return [];
  const told = exceptions(details, facts);
  const text = `${displayPath(details, facts)}: ${presenceWords(facts)}${words}`;
  const row: Row = { text, worth: fieldWorth(facts) + (told.length > 0 ? 60 : 0), order: index };
  return [row, ...exceptionRows(details, row, told), ...endRows(details, facts, row)];
}

/** One array around one other: a step on the way down, and nothing else. */
function isLink(details: JsonDetails, index: number): boolean {
  const facts = details.paths[index] as PathFacts;
  const items = itemsOf(details, index);
  return (
    facts.collections > 1 &&
    facts.count === 1 &&
    isAll(facts, arrayKind) &&
    items?.count === 1 &&
    isAll(items, arrayKind)
  );
}

/** The path as it is shown: what the root array or line adds goes without saying. */
export function displayPath(details: JsonDetails, { path }: PathFacts): string {
  const root = details.paths[0];
  if (path === '' || path === '.*') return 'values';
  return root !== undefined && isAll(root, arrayKind) ? path.replace(/^\[\]\./, '') : path;
}

/** Finds the values that are exceptions at their path. */
export function rareValues(facts: PathFacts): ValueFacts[] {
  return (facts.values ?? []).filter(({ places }) => places.length > 0).reverse();
}

function fieldWords(details: JsonDetails, index: number): string {
  const facts = details.paths[index] as PathFacts;
  if (isScalar(facts)) return arraysAbove(details, facts) + scalarsWords(facts);
  const parts: string[] = [];
  if (countOf(facts, objectKind) > 0 && (facts.mapKeys !== undefined || !isAll(facts, objectKind)))
    parts.push(`${plural(countOf(facts, objectKind), 'object')} ${objectWords(details, index)}`);
  const items = itemsOf(details, index);
  if (countOf(facts, arrayKind) > 0 && !(isAll(facts, arrayKind) && items !== undefined && isScalar(items)))
    parts.push(arraysWords(details, index));
  const scalars = scalarsWords(facts);
  if (scalars !== '') parts.push(scalars);
  return parts.join('; ');
}

/** The row of scalar items speaks for the arrays too. */
function arraysAbove(details: JsonDetails, facts: PathFacts): string {
  const above = details.paths[facts.parent];
  if (facts.kind !== 'items' || above === undefined || !isAll(above, arrayKind) || above.count === 1) return '';
  return `${presenceWords(above)}${plural(above.count, 'array')} of ${spanOf(above)}: `;
}

function arraysWords(details: JsonDetails, index: number): string {
  const facts = details.paths[index] as PathFacts;
  const arrays = plural(countOf(facts, arrayKind), 'array');
  if (itemsOf(details, index) === undefined)
    return (facts.itemCounts?.most ?? 0) > 0 ? `${arrays} of ${spanOf(facts)}` : `${arrays}, all empty`;
  return `${arrays} of ${spanOf(facts)}, in all ${arrayWords(details, index)}`;
}

function spanOf({ itemCounts }: PathFacts): string {
  const { least = 0, most = 0 } = itemCounts ?? {};
  return least === most ? formatCount(most) : `${formatCount(least)}–${formatCount(most)}`;
}

function presenceWords({ kind, presence, of }: PathFacts): string {
  return kind === 'key' && presence < of ? `in ${formatCount(presence)} of ${formatCount(of)}: ` : '';
}

function fieldWorth(facts: PathFacts): number {
  const steps = facts.path.split(/[.[]/).length;
  let worth = worths.field - steps * 12 - facts.collections * 24 - Math.max(0, facts.collections - 3) * 60;
  if (isFewValued(facts) && (facts.values?.length ?? 0) > 1) worth += 40;
  else if (facts.numbers !== undefined) worth += 38;
  if (facts.values?.length === 1 && facts.presence === facts.of) worth -= 120;
  return worth;
}

/** Something that few of many have, and where. */
interface Exception {
  readonly what: string;
  readonly places: readonly PlaceFacts[];
}

function exceptions(details: JsonDetails, facts: PathFacts): Exception[] {
  const found: Exception[] = [];
  const rare = rareValues(facts);
  for (const { text, places } of rare) found.push({ what: shortLiteral(text, 40), places });
  for (const { kind, places } of facts.rareKinds)
    if (isOwnException(facts, kind, rare)) found.push({ what: kind, places });
  if (facts.missing.length > 0 && facts.presence < facts.of) {
    const isAllTold = facts.missing.length === facts.of - facts.presence;
    found.push({ what: isAllTold ? 'missing' : 'missing first', places: facts.missing });
  }
  if (facts.presentAt.length > 0 && !hasManyRareKeys(details, facts))
    found.push({ what: 'present', places: facts.presentAt });
  return found.filter(({ places }) => places.length > 0);
}

/** A kind whose values are told one by one needs no row of its own. */
function isOwnException(facts: PathFacts, kind: string, rare: readonly ValueFacts[]): boolean {
  if (rare.some(({ text }) => text === kind)) return false;
  if (rare.length > 0 && (kind === 'string' || kind === 'number')) return false;
  return facts.count > (facts.kinds[valueKinds.indexOf(kind)] ?? 0);
}

function hasManyRareKeys(details: JsonDetails, facts: PathFacts): boolean {
  return below(details, facts.parent).filter(({ presentAt }) => presentAt.length > 0).length > maxRareKeys;
}

function exceptionRows(details: JsonDetails, under: Row, told: readonly Exception[]): Row[] {
  return told.flatMap(({ what, places }, nth) => {
    const order = under.order + 0.1 + nth / 100;
    const row: Row = {
      text: `  ${what} at ${placesWords(details, places, maxPlaceChars)}`,
      worth: under.worth - 5 - nth,
      order,
      under,
    };
    const { element, elementOffset } = places.length === 1 ? (places[0] as PlaceFacts) : {};
    if (element === undefined || elementOffset === undefined) return [row];
    return [row, { text: `    ${element}`, worth: under.worth - 170, order: order + 0.005, under: row, elementOffset }];
  });
}

/** Where the lowest and the highest number stand, unless order says it. */
function endRows(details: JsonDetails, facts: PathFacts, under: Row): Row[] {
  const { numbers } = facts;
  if (numbers === undefined || numbers.direction !== 'none' || numbers.count < 3 || isFewValued(facts)) return [];
  const text = `  min at ${endWords(details, numbers.low)}, max at ${endWords(details, numbers.high)}`;
  return [{ text, worth: under.worth - 100, order: under.order + 0.2, under }];
}

function endWords(details: JsonDetails, { place, offset, line }: EndFacts): string {
  return placeWords(details, place ?? { path: '', offset, line });
}
