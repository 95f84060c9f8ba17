import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import { encodeBase64 } from './base64.ts';
import { remember } from './settled.ts';

/** A JSON value; SDKs also put bytes where their wire form has base64. */
export type JsonValue = string | number | boolean | null | Uint8Array | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** Where a value lies below another one: keys of objects and indexes of arrays. */
export type JsonPath = readonly (string | number)[];

/** Narrows to an object that is neither an array nor bytes. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}

/** Returns the items of an array; nothing for anything else. */
export function listIn(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

/** Returns the objects of an array; nothing for anything else. */
export function objectsIn(value: unknown): readonly { readonly value: JsonObject; readonly index: number }[] {
  const found: { value: JsonObject; index: number }[] = [];
  if (!Array.isArray(value)) return found;
  for (let index = 0; index < value.length; index += 1) {
    const item: unknown = value[index];
    if (isObject(item)) found.push({ value: item, index });
  }
  return found;
}

export function valueAt(root: JsonValue | undefined, path: JsonPath): JsonValue | undefined {
  let value: unknown = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value as JsonValue | undefined;
}

/**
 * Puts a value in another one's place.
 *
 * Contract: returns a copy of the objects and arrays on the way, in which all else is shared and keys keep their order.
 */
export function replaceAt<T extends JsonValue>(root: T, path: JsonPath, value: JsonValue): T {
  const [key, ...rest] = path;
  if (key === undefined) return value as T;
  const child = replaceAt((root as Record<string | number, JsonValue>)[key] as JsonValue, rest, value);
  if (Array.isArray(root)) return root.with(key as number, child) as unknown as T;
  return { ...(root as JsonObject), [key]: child } as T;
}

export function isSamePath(one: JsonPath, other: JsonPath): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}

/** Parses the text of an object; `undefined` for anything else. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a request as its client does: bytes as base64. */
export function toJsonText(value: unknown): string {
  if (!holdsBytes(value)) return JSON.stringify(value);
  return JSON.stringify(value, (_key, item: unknown) => bytesAsText(item) ?? item);
}

const holdsBytesBelow = remember((value: object) => {
  if (Array.isArray(value)) return value.some(holdsBytes);
  for (const key of Object.keys(value)) if (holdsBytes((value as Record<string, unknown>)[key])) return true;
  return false;
});

/** Tells whether bytes stand anywhere in a value, which JSON would write as an object of numbers. */
export function holdsBytes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof Uint8Array || holdsBytesBelow(value, undefined);
}

/** A Buffer has turned itself into `{type, data}` before a replacer sees it. */
function bytesAsText(item: unknown): string | undefined {
  if (item instanceof Uint8Array) return encodeBase64(item);
  if (isObject(item) && item.type === 'Buffer' && Array.isArray(item.data)) {
    return encodeBase64(Uint8Array.from(item.data as number[]));
  }
  return undefined;
}

const byteLengthOfObject = remember((value: object) => Buffer.byteLength(toJsonText(value)));

/** Returns the bytes of a value's JSON text as it is sent; nothing for what is absent. */
export function jsonBytes(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value === 'string') return jsonEscapedLength(value) + '""'.length;
  if (typeof value === 'object' && value !== null) return byteLengthOfObject(value, undefined);
  return JSON.stringify(value)?.length ?? 0;
}
