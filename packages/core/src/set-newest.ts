/**
 * Puts an entry behind all others of a map, and drops the first one where there are more than `maxEntries` then.
 *
 * Contract: what was put last stays the longest; reading moves nothing.
 */
export function setNewest<K, V>(map: Map<K, V>, key: K, value: V, maxEntries: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map;
  if (map.size > maxEntries && oldest !== undefined) map.delete(oldest[0]);
}
