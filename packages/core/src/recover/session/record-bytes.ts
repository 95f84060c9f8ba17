/** How bytes stand in a record, which is JSON: clients of some APIs hold media as bytes and not as base64. */
const key = '$bytes';

/** Returns a value with its bytes as base64; the same value where it holds none. */
export function withoutBytes<T>(value: T): T {
  if (value instanceof Uint8Array) {
    return { [key]: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') } as T;
  }
  return mapValues(value, withoutBytes);
}

/** Returns a value as it was before `withoutBytes`. */
export function withBytes<T>(value: T): T {
  if (typeof value === 'object' && value !== null && key in value && Object.keys(value).length === 1) {
    return new Uint8Array(Buffer.from(String(value[key]), 'base64')) as T;
  }
  return mapValues(value, withBytes);
}

function mapValues<T>(value: T, map: <V>(item: V) => V): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(map);
    return items.some((item, index) => item !== value[index]) ? (items as T) : value;
  }
  const entries = Object.entries(value).map(([name, item]) => [name, map(item)] as const);
  const isSame = entries.every(([name, item]) => item === (value as Record<string, unknown>)[name]);
  return isSame ? value : (Object.fromEntries(entries) as T);
}
