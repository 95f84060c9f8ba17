import { arrayKind, objectKind, type PathNode, valueKinds } from './path-node.ts';

/** An object with more different keys than this is a map, whatever it holds. */
export const maxKeys = 400;
/** Numbers of keys at which it is asked whether they are data. */
export const turns: readonly number[] = [24, 48, 96, 192];

/** Share of an object's possible keys that its values have on average, from which on they are of one kind. */
const minAlike = 0.2;
/** A record's keys come back in most of its objects. */
const recordPresence = 0.5;
const manyObjects = 12;
const rarePresence = 0.2;

/**
 * Tells whether the keys of the objects at a path are data, such as names or ids, rather than fields.
 *
 * Contract: they are when their values are objects of one kind, or arrays of one kind, and the objects, where there are
 * many, do not repeat the same keys; or when they are scalars of one kind, and most keys stand in few of many objects.
 */
export function hasDataForKeys(node: PathNode, minShare: number = minAlike): boolean {
  const { children } = node;
  const objects = node.kinds[objectKind]?.count ?? 0;
  const presence = children.reduce((sum, child) => sum + child.count, 0) / (children.length * objects);
  if (objects > 1 && presence > recordPresence) return false;
  if (objects >= manyObjects && presence < rarePresence && areScalarsAlike(children)) return true;
  return areAlike(children.filter(isObject), children, minShare) || areArraysAlike(children);
}

function areAlike(objects: readonly PathNode[], all: readonly PathNode[], minShare: number): boolean {
  if (objects.length < all.length * 0.9) return false;
  if (objects.every((child) => child.values !== undefined)) return true;
  const names = new Set<string>();
  let keys = 0;
  for (const object of objects) {
    keys += object.children.length;
    for (const child of object.children) names.add(child.name);
  }
  return keys >= objects.length && keys >= names.size * objects.length * minShare;
}

function areArraysAlike(all: readonly PathNode[]): boolean {
  if (all.some((child) => child.kinds[arrayKind]?.count !== child.count)) return false;
  const held = new Set<string>();
  for (const { items } of all) {
    if (items === undefined) continue;
    valueKinds.forEach((kind, index) => {
      if ((items.kinds[index]?.count ?? 0) > 0) held.add(kind);
    });
  }
  return held.size === 1;
}

function areScalarsAlike(all: readonly PathNode[]): boolean {
  const kindOf = (child: PathNode): number => child.kinds.findIndex(({ count }) => count === child.count);
  const [first] = all;
  const kind = first === undefined ? -1 : kindOf(first);
  return kind >= 0 && kind < objectKind && all.every((child) => kindOf(child) === kind);
}

function isObject(child: PathNode): boolean {
  return (child.kinds[objectKind]?.count ?? 0) > child.count / 2;
}
