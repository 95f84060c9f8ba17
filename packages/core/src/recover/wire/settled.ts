/** What is remembered of each settled value: two entries a function, what it was asked about and its answer. */
const settled = new WeakMap<object, unknown[]>();
let entryCount = 0;

/**
 * Freezes a message, or a list of messages, with all that it holds.
 *
 * Contract: what is worked out from it is remembered by `remember`, so that a long conversation costs little at each
 * request. Bytes cannot be frozen.
 */
export function settle<T extends object>(value: T): T {
  if (settled.has(value)) return value;
  freeze(value);
  settled.set(value, new Array<unknown>(entryCount));
  return value;
}

/** What is frozen was frozen with all that it holds, but for objects that a caller froze. */
function freeze(value: object): void {
  if (value instanceof Uint8Array) return;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object' && item !== null && !settled.has(item)) freeze(item);
  } else {
    for (const key of Object.keys(value)) {
      const item = (value as Record<string, unknown>)[key];
      if (typeof item === 'object' && item !== null) freeze(item);
    }
  }
  Object.freeze(value);
}

/**
 * Returns the same function, which works only once on what is settled.
 *
 * Contract: `work` is pure, and its answer never `undefined`. Of one value the last answer is kept, as long as the
 * value lives. Values that may change are worked on each time.
 */
export function remember<
  Value extends object,
  About = undefined,
  Answer extends object | string | number | boolean | null = never,
>(work: (value: Value, about: About) => Answer): (value: Value, about: About) => Answer {
  const entry = entryCount;
  entryCount += 2;
  return (value, about) => {
    const known = settled.get(value);
    if (known === undefined) return work(value, about);
    if (known[entry] === about && known[entry + 1] !== undefined) return known[entry + 1] as Answer;
    const answer = work(value, about);
    known[entry] = about;
    known[entry + 1] = answer;
    return answer;
  };
}
