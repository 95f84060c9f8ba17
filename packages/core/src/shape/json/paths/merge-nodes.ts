import { ByteWindow } from '../tokens/byte-window.ts';
import { NumberStats } from '../values/number-stats.ts';
import { TextStats } from '../values/text-stats.ts';
import { MapKeys } from './map-keys.ts';
import { objectKind, PathNode, type Span } from './path-node.ts';

const noKey = new Uint8Array(0);
/** In fewer objects it cannot be told that a key recurs. */
const fewestObjects = 3;

/**
 * Makes one node of the values of all keys of an object that are data; keys that most of its objects share stay.
 *
 * Contract: no value below the object is open. Counts stay exact; what cannot be told of the values together (their
 * order) is no longer told. Returns how many nodes fewer there are.
 */
export function collapseToMap(node: PathNode): number {
  const before = countNodes(node);
  const values = new PathNode('values', node, noKey, true);
  const objects = node.kinds[objectKind]?.count ?? 0;
  const isField = (child: PathNode): boolean => objects >= fewestObjects && child.count * 2 >= objects;
  node.mapKeys = new MapKeys();
  addChildrenToMap(
    node.mapKeys,
    values,
    node.children.filter((child) => !isField(child)),
  );
  for (const child of values.children) {
    child.isRequired = values.kinds[objectKind]?.count === child.count - child.duplicates;
    if (child.isRequired) values.requiredChildren++;
  }
  node.values = values;
  node.children = node.children.filter(isField);
  node.childByHash = undefined;
  node.children.forEach((child, index) => {
    child.index = index;
  });
  node.requiredChildren = node.children.filter((child) => child.isRequired).length;
  return before - countNodes(node);
}

/** Adds what is known of one path to another. Contract: `from` is not used afterwards. Recurses as deep as paths are. */
function mergeNodes(into: PathNode, from: PathNode): void {
  into.count += from.count;
  from.kinds.forEach((places, kind) => {
    into.kinds[kind]?.addAll(places);
  });
  into.byteTotal += from.byteTotal;
  if (from.largestBytes > into.largestBytes) {
    into.largestBytes = from.largestBytes;
    into.largestOffset = from.largestOffset;
    into.largestLine = from.largestLine;
  }
  if (into.sample === undefined) {
    into.sample = from.sample;
    into.sampleBytes = from.sampleBytes;
    into.isSampleString = from.isSampleString;
  }
  if (into.collections === from.collections) into.firstItem ??= from.firstItem;
  into.duplicates += from.duplicates;
  into.longestKey = Math.max(into.longestKey, from.longestKey);
  widen(into.itemCounts, from.itemCounts);
  widen(into.keyCounts, from.keyCounts);
  mergeScalars(into, from);
  mergeBelow(into, from);
}

function mergeScalars(into: PathNode, from: PathNode): void {
  if (from.numbers !== undefined) {
    into.numbers ??= new NumberStats();
    into.numbers.addAll(from.numbers);
  }
  if (from.texts !== undefined) {
    into.texts ??= new TextStats();
    into.texts.addAll(from.texts);
  }
  if (into.table === undefined) into.table = from.table;
  else if (from.table !== undefined) into.table.addAll(from.table);
}

function mergeBelow(into: PathNode, from: PathNode): void {
  if (from.items !== undefined) {
    into.items ??= new PathNode('items', into, noKey, true);
    mergeNodes(into.items, from.items);
  }
  if (from.longKeys !== undefined) {
    into.longKeys ??= new PathNode('long-keys', into, noKey, true);
    mergeNodes(into.longKeys, from.longKeys);
  }
  if (from.values !== undefined && into.values === undefined) collapseToMap(into);
  if (into.values === undefined) return mergeChildren(into, from.children);
  const isField = (child: PathNode): boolean => into.children.some((mine) => mine.name === child.name);
  mergeChildren(into, from.children.filter(isField));
  const keys = into.mapKeys as MapKeys;
  addChildrenToMap(
    keys,
    into.values,
    from.children.filter((child) => !isField(child)),
  );
  if (from.mapKeys !== undefined) keys.addAll(from.mapKeys);
  if (from.values !== undefined) mergeNodes(into.values, from.values);
}

function addChildrenToMap(keys: MapKeys, values: PathNode, children: readonly PathNode[]): void {
  for (const child of children) {
    keys.add(new ByteWindow(child.key), 0, child.key.length, child.count);
    mergeNodes(values, child);
  }
}

function mergeChildren(into: PathNode, children: readonly PathNode[]): void {
  const byName = new Map(into.children.map((child) => [child.name, child]));
  for (const child of children) {
    let mine = byName.get(child.name);
    if (mine === undefined) {
      mine = new PathNode('key', into, child.key, false);
      mine.keyHash = child.keyHash;
      mine.keyCopy.copy(child.keyCopy);
      mine.index = into.children.push(mine) - 1;
      into.hasEscapedChild ||= mine.isEscaped;
    }
    mergeNodes(mine, child);
  }
  into.childByHash = undefined;
}

function countNodes(node: PathNode): number {
  let count = 0;
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    count++;
    open.push(...next.children);
    for (const below of [next.items, next.values, next.longKeys]) if (below !== undefined) open.push(below);
  }
  return count;
}

function widen(span: Span, by: Span): void {
  span.least = Math.min(span.least, by.least);
  span.most = Math.max(span.most, by.most);
}
