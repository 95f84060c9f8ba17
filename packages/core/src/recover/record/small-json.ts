/** What is smaller is left to `JSON.stringify`, and what is larger is taken apart. */
export const smallCharacters = 65_536;
/** Deeper values are taken apart too: they would not fit on the call stack. */
const smallDepth = 100;
/** What a number, a literal or a date costs at most. */
const scalarCharacters = 26;

/**
 * Tells whether a value is certainly small as JSON.
 *
 * Contract: looks at no more than some thousands of members, whatever the value; a circle is not small, and neither is
 * what converts itself by a `toJSON` of its own.
 */
export function isSmallJson(value: object): boolean {
  return roomAfter(value, smallCharacters, 0) >= 0;
}

/** Returns how many characters are left of a number of them, below zero when it is too small. */
function roomAfter(value: unknown, room: number, depth: number): number {
  if (typeof value === 'string') return room - value.length;
  if (typeof value !== 'object' || value === null || value instanceof Date) return room - scalarCharacters;
  if (depth > smallDepth || (depth > 0 && typeof (value as { toJSON?: unknown }).toJSON === 'function')) return -1;
  return Array.isArray(value) ? roomAfterArray(value, room, depth) : roomAfterObject(value, room, depth);
}

function roomAfterArray(array: readonly unknown[], room: number, depth: number): number {
  let left = room - array.length;
  for (let index = 0; index < array.length && left >= 0; index += 1) left = roomAfter(array[index], left, depth + 1);
  return left;
}

function roomAfterObject(object: object, room: number, depth: number): number {
  let left = room;
  for (const key of Object.keys(object)) {
    left = roomAfter((object as Record<string, unknown>)[key], left - key.length, depth + 1);
    if (left < 0) break;
  }
  return left;
}
