import type { Member, Range } from './scan.ts';
import { findMember, scanObject } from './scan.ts';

/** Returns the bytes of a range, not copied. */
export function slice(bytes: Buffer, range: Range): Buffer {
  return bytes.subarray(range.start, range.end);
}

/** Parses the value in a range; `undefined` where it is no valid JSON. */
export function parseRange(bytes: Buffer, range: Range | undefined): unknown {
  if (range === undefined) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8', range.start, range.end));
  } catch {
    return undefined;
  }
}

/** Parses the value in a range where it is a string, and a short one; nothing else is decoded. */
export function parseString(bytes: Buffer, range: Range | undefined, maxBytes = 65_536): string | undefined {
  if (range === undefined || bytes[range.start] !== 0x22 || range.end - range.start > maxBytes) return undefined;
  const inside = bytes.toString('utf8', range.start + 1, range.end - 1);
  if (!inside.includes('\\')) return inside;
  const value = parseRange(bytes, range);
  return typeof value === 'string' ? value : undefined;
}

/** Finds the value at a path of object keys, walking only the objects on the way. */
export function findPath(bytes: Buffer, start: Range | undefined, ...keys: readonly string[]): Range | undefined {
  let range = start;
  for (const key of keys) {
    if (range === undefined) return undefined;
    const object = scanObject(bytes, range.start);
    range = object === undefined ? undefined : findMember(object.members, key);
  }
  return range;
}

/**
 * Writes an object again from its members' own bytes.
 *
 * Contract: `replace` holds the encoded values of members that change, in place, or `null` for members that go;
 * members it names that are not there are added last. Everything else keeps its bytes and order.
 */
export function rewriteObject(
  bytes: Buffer,
  members: readonly Member[],
  replace: ReadonlyMap<string, Buffer | null>,
): Buffer {
  const pieces: Buffer[] = [];
  const seen = new Set<string>();
  const add = (key: Buffer, value: Buffer): void => {
    pieces.push(Buffer.from(pieces.length === 0 ? '{' : ','), key, Buffer.from(':'), value);
  };
  for (const member of members) {
    const value = replace.get(member.key);
    if (value === undefined) add(slice(bytes, member.keyRange), slice(bytes, member.value));
    else if (value !== null && !seen.has(member.key)) add(slice(bytes, member.keyRange), value);
    seen.add(member.key);
  }
  for (const [key, value] of replace) {
    if (value !== null && !seen.has(key)) add(Buffer.from(JSON.stringify(key)), value);
  }
  pieces.push(Buffer.from(pieces.length === 0 ? '{}' : '}'));
  return Buffer.concat(pieces);
}
