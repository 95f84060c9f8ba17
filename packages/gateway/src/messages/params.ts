import { parseRange } from '../json/raw.ts';
import type { Member } from '../json/scan.ts';
import { findMember } from '../json/scan.ts';

/** The `params` of a request, read as far as they are asked for. */
export interface Params {
  has(key: string): boolean;
  /** Returns a parsed member; `undefined` where there is none. */
  get(key: string): unknown;
  /** Returns what gives a member later, without keeping the message; `undefined` where it is larger than `maxBytes`. */
  keep(key: string, maxBytes: number): (() => unknown) | undefined;
}

/** Reads params where they lie, for messages of any size. */
export function scannedParams(bytes: Buffer, members: readonly Member[]): Params {
  const get = (key: string): unknown => parseRange(bytes, findMember(members, key));
  return {
    has: (key) => findMember(members, key) !== undefined,
    get,
    keep: (key, maxBytes) => {
      const range = findMember(members, key);
      if (range === undefined || range.end - range.start > maxBytes) return undefined;
      const copy = Buffer.from(bytes.subarray(range.start, range.end));
      return () => parseRange(copy, { start: 0, end: copy.length });
    },
  };
}

/** Reads params that are parsed already. */
export function parsedParams(params: unknown): Params {
  const object = typeof params === 'object' && params !== null && !Array.isArray(params) ? params : {};
  const get = (key: string): unknown =>
    Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
  return {
    has: (key) => Object.hasOwn(object, key),
    get,
    keep: (key) => {
      const value = get(key);
      return () => value;
    },
  };
}
