/** Runs of base64 characters that are longer than any word. */
const base64Run = /[A-Za-z0-9+/]{1000,}/;

/** Returns every text of a body that is no data of a medium. */
export function textsOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string') {
    const isData = key === 'data' || value.startsWith('data:');
    return isData ? [] : [value];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => textsOf(item, name));
}

/** Tells whether a text of a body has a medium in it. */
export function hasBase64Text(body: unknown): boolean {
  return textsOf(body).some((text) => base64Run.test(text));
}
