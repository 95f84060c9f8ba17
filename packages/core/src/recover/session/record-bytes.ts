import { encodeBase64 } from '../wire/base64.ts';
import { holdsBytes } from '../wire/json.ts';

/** How bytes stand in a record, which is JSON: clients of some APIs hold media as bytes and not as base64. */
const key = '$bytes';

/** Returns a value with its bytes as base64; the same value where it holds none. */
export function withoutBytes<T>(value: T): T {
  return holdsBytes(value) ? replace(value, encode) : value;
}

/** Returns a value as it was before `withoutBytes`. */
export function withBytes<T>(value: T): T {
  return holdsEncoded(value) ? replace(value, decode) : value;
}

function encode(value: object): unknown {
  if (!(value instanceof Uint8Array)) return undefined;
  return { [key]: encodeBase64(value) };
}

function decode(value: object): unknown {
  return isEncoded(value) ? new Uint8Array(Buffer.from(value[key], 'base64')) : undefined;
}

function isEncoded(value: object): value is { readonly [key]: string } {
  const encoded: unknown = key in value ? value[key] : undefined;
  return typeof encoded === 'string' && Object.keys(value).length === 1;
}

function holdsEncoded(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  if (Array.isArray(value)) return value.some(holdsEncoded);
  for (const name of Object.keys(value)) if (holdsEncoded((value as Record<string, unknown>)[name])) return true;
  return isEncoded(value);
}

/** Replaces objects by what `map` returns for them, wherever they stand. */
function replace<T>(value: T, map: (item: object) => unknown): T {
  if (typeof value !== 'object' || value === null) return value;
  const mapped = map(value);
  if (mapped !== undefined) return mapped as T;
  if (Array.isArray(value)) return value.map((item: unknown) => replace(item, map)) as T;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replace(item as unknown, map)])) as T;
}
