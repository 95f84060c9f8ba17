import { joinPath, keyText, pathStep } from '../paths/key-text.ts';
import type { MapKeys } from '../paths/map-keys.ts';
import { arrayKind, objectKind, type PathNode, type Span, valueKinds } from '../paths/path-node.ts';
import { maxPlaces, type Place } from '../values/place.ts';
import { distinctScalars, isDistinctExact } from './element-id.ts';
import { elementText } from './element-text.ts';
import type { PathFacts } from './facts.ts';
import { literalText } from './literal-text.ts';
import { toPlaceFacts } from './place-facts.ts';
import { isRare, toNumberFacts, toTextFacts, toValueFacts } from './scalar-facts.ts';

/** Keys of an object that are listed. */
const maxKeys = 40;
const maxPathChars = 240;
const maxNameChars = 60;
const maxItemChars = 1_000;

/**
 * Tells of one path.
 *
 * Contract: `parent` and `above` are of the path above, `undefined` for the content itself; `id` are the keys that tell
 * apart the elements which hold this path.
 */
export function toPathFacts(
  node: PathNode,
  parent: number,
  above: string | undefined,
  id: readonly string[] | undefined,
): PathFacts {
  const of = node.parent?.kinds[objectKind]?.count ?? 0;
  const presence = node.count - node.duplicates;
  const own = id?.at(-1) === node.name ? undefined : id;
  const values = toValueFacts(node, own);
  return {
    path: shortPath(above === undefined ? '' : joinPath(above, stepOf(node))),
    kind: node.kind,
    name: shortName(node),
    ...(node.isEscaped && { source: literalText(node.key, node.key.length, false) }),
    parent,
    collections: node.collections,
    count: node.count,
    presence,
    of,
    kinds: node.kinds.map((places) => places.count),
    ...sizes(node),
    ...shape(node),
    ...(node.numbers !== undefined && node.numbers.count > 0 && { numbers: toNumberFacts(node.numbers, own) }),
    ...(node.texts !== undefined && { texts: toTextFacts(node.texts) }),
    ...(values !== undefined && { values }),
    distinct: distinctScalars(node),
    isDistinctExact: isDistinctExact(node),
    missing: node.missing.count <= maxPlaces ? toPlaceFacts(node.missing.list, own) : [],
    presentAt: toPlaceFacts(rarePresence(node, presence, of), own),
    rareKinds: rareKinds(node, own),
  };
}

function sizes(node: PathNode) {
  return {
    byteTotal: node.byteTotal,
    largestBytes: node.largestBytes,
    largestOffset: node.largestOffset,
    largestLine: node.largestLine,
    longestKey: node.longestKey,
  };
}

function shape(node: PathNode) {
  const { sample, firstItem, mapKeys } = node;
  return {
    keys: node.children.slice(0, maxKeys).map((child) => toKey(child, node)),
    keyCount: node.children.length,
    ...((node.kinds[arrayKind]?.count ?? 0) > 0 && { itemCounts: toSpan(node.itemCounts) }),
    ...((node.kinds[objectKind]?.count ?? 0) > 0 && { keyCounts: toSpan(node.keyCounts) }),
    ...(mapKeys !== undefined && { mapKeys: toKeyFacts(mapKeys) }),
    ...(sample !== undefined && { sample: literalText(sample, node.sampleBytes, node.isSampleString) }),
    ...(firstItem !== undefined && {
      firstItem: elementText(firstItem.bytes, firstItem.byteLength, maxItemChars),
    }),
  };
}

function toKeyFacts({ count, first, last, prefixBytes }: MapKeys) {
  const bytes = first.toBytes();
  return {
    count,
    first: keyText(bytes),
    last: keyText(last.toBytes()),
    prefix: literalText(bytes.subarray(0, prefixBytes), prefixBytes, false),
  };
}

function toSpan({ least, most }: Span) {
  return { least: Math.min(least, most), most };
}

function toKey(child: PathNode, node: PathNode) {
  const presence = child.count - child.duplicates;
  return { name: shortName(child), ...(presence < (node.kinds[objectKind]?.count ?? 0) && { presence }) };
}

function rareKinds(node: PathNode, id: readonly string[] | undefined) {
  return node.kinds.flatMap(({ count, list }, kind) => {
    return isRare(count, node.count) ? [{ kind: valueKinds[kind] as string, places: toPlaceFacts(list, id) }] : [];
  });
}

function rarePresence(node: PathNode, presence: number, of: number): Place[] {
  if (node.kind !== 'key' || !isRare(presence, of)) return [];
  return node.kinds.flatMap(({ list }) => list).sort((a, b) => a.offset - b.offset);
}

function stepOf(node: PathNode): string {
  if (node.kind === 'items') return '[]';
  if (node.kind === 'values') return '.*';
  return node.kind === 'long-keys' ? '.<long keys>' : pathStep(node.name);
}

function shortName({ name }: PathNode): string {
  return name.length <= maxNameChars ? name : `${name.slice(0, maxNameChars).toWellFormed()}…`;
}

/** Keeps both ends of a path that is too long. */
function shortPath(path: string): string {
  if (path.length <= maxPathChars) return path;
  const half = maxPathChars / 2;
  return `${path.slice(0, half)}…${path.slice(-half)}`.toWellFormed();
}
