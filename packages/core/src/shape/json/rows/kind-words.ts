import { formatCount, plural } from '../../../bytes/count-words.ts';
import type { JsonDetails, PathFacts } from '../facts/facts.ts';
import { arrayKind, falseKind, numberKind, objectKind, stringKind, trueKind, valueKinds } from '../paths/path-node.ts';

/** Returns how many values of a kind stand at a path. */
export function countOf(facts: PathFacts, kind: number): number {
  return facts.kinds[kind] ?? 0;
}

/** Tells whether all values of a path are of one kind, and there are some. */
export function isAll(facts: PathFacts, kind: number): boolean {
  return facts.count > 0 && countOf(facts, kind) === facts.count;
}

/** Tells whether no object or array stands at a path. */
export function isScalar(facts: PathFacts): boolean {
  return countOf(facts, objectKind) + countOf(facts, arrayKind) === 0;
}

/** Returns what is known of the path of the largest value that is no object and no array. */
export function largestScalar({ paths }: JsonDetails): PathFacts | undefined {
  return paths.filter(isScalar).sort((a, b) => b.largestBytes - a.largestBytes)[0];
}

/** Counts the values of a path by kind, such as `7,000 objects` or `3 values (2 numbers, 1 null)`. */
export function kindWords(facts: PathFacts): string {
  const kinds = [...kindCounts(facts)];
  if (kinds.length === 1) {
    const [word, count] = kinds[0] as [string, number];
    return plural(count, word);
  }
  const parts = kinds.map(([word, count]) => plural(count, word));
  return `${plural(facts.count, 'value')} (${parts.join(', ')})`;
}

/** Counts by kind, booleans as one. */
export function kindCounts(facts: PathFacts): Map<string, number> {
  const counts = new Map<string, number>();
  facts.kinds.forEach((count, kind) => {
    if (count === 0) return;
    const word = kind === trueKind || kind === falseKind ? 'boolean' : (valueKinds[kind] as string);
    counts.set(word, (counts.get(word) ?? 0) + count);
  });
  return counts;
}

/** Counts the lines of JSON Lines that are a value from end to end. */
export function wholeValues({ lineCount, blankLines, faultyLines }: JsonDetails): number {
  return lineCount - blankLines - faultyLines;
}

/** Finds the paths directly below one, in their order. */
export function below(details: JsonDetails, index: number): PathFacts[] {
  return details.paths.filter((facts) => facts.parent === index);
}

/** Finds the path of the items of arrays at a path. */
export function itemsOf(details: JsonDetails, index: number): PathFacts | undefined {
  return details.paths.find((facts) => facts.parent === index && facts.kind === 'items');
}

/** Finds the path of the values of maps at a path. */
export function valuesOf(details: JsonDetails, index: number): PathFacts | undefined {
  return details.paths.find((facts) => facts.parent === index && facts.kind === 'values');
}

/** Says what a document holds in a few words, such as `array of 7,000 objects`. */
export function rootWords(details: JsonDetails): string {
  const root = details.paths[0];
  if (root === undefined || root.count === 0) return 'empty';
  if (root.count > 1) return `${kindWords(root)} one after another`;
  if (isAll(root, arrayKind)) {
    const items = itemsOf(details, 0);
    return items === undefined ? 'empty array' : `array of ${kindWords(items)}`;
  }
  if (isAll(root, objectKind)) return `object of ${plural(keyCount(root), 'key')}`;
  if (isAll(root, stringKind)) return `string of ${formatCount(root.largestBytes)} B`;
  if (isAll(root, numberKind)) return 'number';
  return valueKinds[root.kinds.indexOf(1)] as string;
}

/** Counts the keys of the one object at a path; those so far where it is cut off. */
export function keyCount(facts: PathFacts): number {
  return Math.max(facts.keyCounts?.most ?? 0, facts.mapKeys?.count ?? 0, facts.keyCount);
}
