import { numberKind, objectKind, type PathNode, stringKind } from '../paths/path-node.ts';

const idName = /^(?:_?id|uuid|guid|key|.*_id|.*Id|.*ID)$/;
const nameName = /^(?:name|title|path|file|sku|slug|code)$/;
/** Share of the elements that have an id; the last of a content that breaks off may lack it. */
const mostHave = 0.9;
/** Longer values name nothing. */
const maxIdBytes = 64;

/** Finds the node of the element, an item or a map's value or a line, that holds a path; none above it. */
export function elementNode(node: PathNode): PathNode | undefined {
  for (let at: PathNode | undefined = node; at !== undefined; at = at.parent) {
    const isElement = at.kind === 'items' || at.kind === 'values' || (at.kind === 'root' && at.collections > 0);
    if (isElement && (at.kinds[objectKind]?.count ?? 0) > 0) return at;
  }
  return undefined;
}

/**
 * Finds the keys that lead to what tells elements apart: unique in nearly all of them, an id before a name before
 * anything else.
 *
 * Contract: one key, or two where it stands in an object of the element, as `metadata` and `name`.
 */
export function idKeys(element: PathNode): readonly string[] | undefined {
  const nested = element.children.flatMap((child) =>
    child.children.filter((inner) => idName.test(inner.name) || nameName.test(inner.name)),
  );
  const unique = [...element.children, ...nested].filter((child) => isUnique(child, element));
  const found =
    unique.find((child) => idName.test(child.name)) ?? unique.find((child) => nameName.test(child.name)) ?? unique[0];
  if (found === undefined) return undefined;
  return found.parent === element ? [found.name] : [found.parent?.name ?? '', found.name];
}

/** Tells whether no two of the scalars of a path are equal. */
function hasUniqueScalars(node: PathNode): boolean {
  const scalars = (node.kinds[numberKind]?.count ?? 0) + (node.kinds[stringKind]?.count ?? 0);
  return scalars > 1 && isDistinctExact(node) && distinctScalars(node) === scalars;
}

/** Counts the different numbers and strings of a path. Contract: a lower bound unless `isDistinctExact`. */
export function distinctScalars(node: PathNode): number {
  if (node.table?.isLeftToOrder) {
    const order = node.texts?.order ?? node.numbers?.order;
    return (order?.steps ?? 0) + 1;
  }
  return node.table?.distinct ?? 0;
}

export function isDistinctExact(node: PathNode): boolean {
  if (!node.table?.isLeftToOrder) return node.table?.isDistinctExact ?? true;
  return (
    (node.texts ?? node.numbers)?.order.isSorted === true && (node.texts === undefined || node.numbers === undefined)
  );
}

function isUnique(child: PathNode, element: PathNode): boolean {
  const objects = element.kinds[objectKind]?.count ?? 0;
  const isShort = child.texts === undefined || child.texts.maxBytes <= maxIdBytes;
  return (
    child.count >= objects * mostHave &&
    child.duplicates === 0 &&
    isShort &&
    hasUniqueScalars(child) &&
    hasOnlyScalars(child)
  );
}

function hasOnlyScalars(child: PathNode): boolean {
  return (child.kinds[numberKind]?.count ?? 0) + (child.kinds[stringKind]?.count ?? 0) === child.count;
}
