/** A value of a request and where it stands, as a JSONPath from `$`. */
export interface Place {
  readonly where: string;
  readonly value: unknown;
}

/** Goes to what stands at a key of an object or at an index of a list; its value is undefined where nothing does. */
export function at(place: Place, ...keys: readonly (string | number)[]): Place {
  return keys.reduce<Place>(
    ({ where, value }, key) => ({
      where: `${where}${step(key)}`,
      value:
        typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined,
    }),
    place,
  );
}

function step(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** Lists the items of a list; what is no list has none. */
export function itemsOf(place: Place): readonly Place[] {
  return Array.isArray(place.value) ? place.value.map((_, index) => at(place, index)) : [];
}

/** Reads a text at a key, or undefined. */
export function textAt(place: Place, key: string): string | undefined {
  const { value } = at(place, key);
  return typeof value === 'string' ? value : undefined;
}

/** Tells whether an object has a key; null stands for nothing. */
export function has(place: Place, key: string): boolean {
  return (at(place, key).value ?? undefined) !== undefined;
}

/** Tells a JSON object from lists and everything else. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Tells an empty list from everything else. */
export function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Writes a place as `messages[0].content`, the way OpenAI and Google do. */
export function bracketed({ where }: Place): string {
  return where.replace(/^\$\.?/, '');
}

/** Writes a place as `messages.0.content`, the way Anthropic and Amazon do. */
export function dotted(place: Place): string {
  return bracketed(place).replace(/\[(\d+)\]/g, '.$1');
}
