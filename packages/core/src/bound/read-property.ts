/** Reads a property of anything; what cannot be read is not there. */
export function readProperty(value: unknown, name: string | symbol): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return (value as Record<string | symbol, unknown>)[name] ?? undefined;
  } catch {
    return undefined;
  }
}
