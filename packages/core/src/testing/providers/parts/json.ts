/** A JSON object as it was parsed: nothing is known of its values. */
export type JsonObject = { readonly [key: string]: unknown };

/** Narrows to an object that is no list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a value as an object; an empty one where it is none. */
export function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns the objects of an array; none for anything else. */
export function toObjects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Parses JSON; `undefined` where the text is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the text of content that is either a string or a list of blocks with a `text`, one line a block. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return toObjects(content)
    .flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
    .join('\n');
}
