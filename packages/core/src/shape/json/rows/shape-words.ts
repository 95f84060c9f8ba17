import { formatBytes, formatCount, plural } from '../../../bytes/count-words.ts';
import type { JsonDetails, PathFacts } from '../facts/facts.ts';
import { arrayKind, falseKind, nullKind, objectKind, trueKind, valueKinds } from '../paths/path-node.ts';
import { countOf, isAll, isScalar, itemsOf, keyCount, kindWords, valuesOf } from './kind-words.ts';
import { shortLiteral } from './short-literal.ts';

const maxKeys = 24;
/** Longer scalars are cut: before they could be taken for base64. */
const maxScalarChars = 100;
const plainKey = /^[\p{L}\p{N}_$@.-]+$/u;

/** Writes the keys of the objects at a path: `{id, status, note ×12}`, with a count where not all have it. */
export function objectWords(details: JsonDetails, index: number): string {
  const facts = details.paths[index] as PathFacts;
  if (facts.mapKeys !== undefined) return mapWords(details, index);
  const shown = facts.keys.slice(0, maxKeys).map(keyWords);
  const more = facts.keyCount - shown.length;
  return `{${shown.join(', ')}${more > 0 ? `, … ${formatCount(more)} more` : ''}}`;
}

/** The keys that recur, and what the values of the others are. */
function mapWords(details: JsonDetails, index: number): string {
  const facts = details.paths[index] as PathFacts;
  const values = valuesOf(details, index);
  const fields = facts.keys.map((key) => `${keyWords(key)}, `).join('');
  return `{${fields}any key: ${values === undefined ? 'value' : valueWords(details, details.paths.indexOf(values))}}`;
}

/** Says what stands at a path many times over: `{id, status}`, `number`, `string or null`. */
function valueWords(details: JsonDetails, index: number): string {
  const facts = details.paths[index] as PathFacts;
  const words: string[] = [];
  facts.kinds.forEach((count, kind) => {
    if (count === 0 || (kind === falseKind && countOf(facts, trueKind) > 0)) return;
    if (kind === objectKind) words.push(objectWords(details, index));
    else if (kind === arrayKind) words.push('array');
    else words.push(kind === trueKind || kind === falseKind ? 'boolean' : (valueKinds[kind] as string));
  });
  return words.join(' or ');
}

/** Says what an array holds: `7,000 × {id, status}`, `12 numbers`, `empty`. */
export function arrayWords(details: JsonDetails, index: number): string {
  const items = itemsOf(details, index);
  if (items === undefined) return 'empty array';
  if (isAll(items, objectKind))
    return `${formatCount(items.count)} × ${objectWords(details, details.paths.indexOf(items))}`;
  return kindWords(items);
}

/** Writes the members of a single object, and how many more there are. */
export function membersWords(details: JsonDetails, object: PathFacts, members: readonly PathFacts[]): string {
  const words = members.map((member) => memberWords(details, member));
  const more = keyCount(object) - members.length;
  return more > 0 ? [...words, `… ${plural(more, 'more key')}`].join(', ') : words.join(', ');
}

/** Writes one member of a single object: `next "abc"`, `rows [7,000 items]`, `meta {3 keys}`. */
function memberWords(details: JsonDetails, facts: PathFacts): string {
  const index = details.paths.indexOf(facts);
  const name = facts.kind === 'long-keys' ? 'a long key' : quoteKey(facts.name);
  if (facts.count !== 1)
    return `${name} ${facts.values?.map(({ text }) => text).join(' and ') ?? kindWords(facts)} (duplicate key)`;
  const items = itemsOf(details, index)?.count ?? 0;
  if (isAll(facts, arrayKind)) return items === 0 ? `${name} []` : `${name} [${plural(items, 'item')}]`;
  if (isAll(facts, objectKind))
    return keyCount(facts) === 0 ? `${name} {}` : `${name} {${plural(keyCount(facts), 'key')}}`;
  return `${name} ${scalarWords(facts)}`;
}

/** Writes the one scalar of a path as it stands; base64 and long strings by their size. */
export function scalarWords(facts: PathFacts): string {
  for (const kind of [nullKind, trueKind, falseKind]) if (isAll(facts, kind)) return valueKinds[kind] as string;
  const { texts, sample = '' } = facts;
  if (texts !== undefined && texts.dataCount > 0) return dataWords(texts.dataType, formatBytes(texts.maxBytes));
  return shortLiteral(sample, maxScalarChars, texts?.maxBytes ?? facts.largestBytes);
}

/** Names base64 in a string by its type and size in the content. */
export function dataWords(mediaType: string | undefined, size: string): string {
  return `<base64${mediaType === undefined ? '' : ` of ${mediaType}`}, ${size}>`;
}

/** Says what a single object holds whose keys are data: their number, the first and the last, and the values. */
export function mapText(details: JsonDetails, index: number): string {
  const facts = details.paths[index] as PathFacts;
  const { count = 0, first = '', last = '', prefix = '' } = facts.mapKeys ?? {};
  const start = prefix === '' ? '' : `, all starting ${JSON.stringify(prefix)}`;
  const values = valuesOf(details, index);
  const each = values === undefined ? 'value' : valueWords(details, details.paths.indexOf(values));
  return `${plural(count, 'key')} (${JSON.stringify(first)} … ${JSON.stringify(last)}${start}), each ${each}`;
}

/** Tells whether a path is a scalar of a single object. */
export function isSingleScalar(facts: PathFacts): boolean {
  return facts.kind === 'key' && facts.collections === 0 && facts.count === 1 && isScalar(facts);
}

function keyWords({ name, presence }: PathFacts['keys'][number]): string {
  return quoteKey(name) + (presence === undefined ? '' : ` ×${formatCount(presence)}`);
}

function quoteKey(key: string): string {
  return plainKey.test(key) ? key : JSON.stringify(key);
}
