/**
 * A value of a request, and where it stands.
 *
 * Contract: what is inside is looked up once and kept, so that many rules may walk the same body; a path is written
 * only when it is asked for.
 */
export class Place {
  readonly value: unknown;
  readonly #writeWhere: () => string;
  #members: Map<string | number, Place> | undefined;
  #items: readonly Place[] | undefined;

  constructor(value: unknown, writeWhere: () => string = () => '$') {
    this.value = value;
    this.#writeWhere = writeWhere;
  }

  /** A JSONPath from `$`. */
  get where(): string {
    return this.#writeWhere();
  }

  /** What stands at a key of an object or at an index of a list; its value is undefined where nothing does. */
  member(key: string | number): Place {
    this.#members ??= new Map();
    let member = this.#members.get(key);
    if (member === undefined) {
      member = new Place(valueAt(this, key), () => `${this.where}${step(key)}`);
      this.#members.set(key, member);
    }
    return member;
  }

  /** The items of a list; what is no list has none. */
  get items(): readonly Place[] {
    this.#items ??= Array.isArray(this.value) ? this.value.map((_, index) => this.member(index)) : [];
    return this.#items;
  }
}

function step(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** Follows keys from a place. */
export function at(place: Place, ...keys: readonly (string | number)[]): Place {
  let here = place;
  for (const key of keys) here = here.member(key);
  return here;
}

/** Reads a text at a key, or undefined. */
export function textAt(place: Place, key: string): string | undefined {
  const value = valueAt(place, key);
  return typeof value === 'string' ? value : undefined;
}

/** Tells whether an object has a key; null stands for nothing. */
export function has(place: Place, key: string): boolean {
  return (valueAt(place, key) ?? undefined) !== undefined;
}

function valueAt({ value }: Place, key: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

/** Makes a function of a body remember what it returned. */
export function once<T>(read: (body: Place) => T): (body: Place) => T {
  const known = new WeakMap<Place, T>();
  return (body) => {
    if (!known.has(body)) known.set(body, read(body));
    return known.get(body) as T;
  };
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
