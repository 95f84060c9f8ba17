/** What is remembered of each settled value: for every function what it was asked about, twice, and its answer. */
const settled = new WeakMap<object, unknown[] | null>();
let slotCount = 0;
const slotsPerFunction = 3;

/**
 * Freezes a message, or a list of messages, with all that it holds.
 *
 * Contract: what is worked out from it is remembered by `remember`, so that a long conversation costs little at each
 * request. Bytes cannot be frozen.
 */
export function settle<T extends object>(value: T): T {
  if (settled.has(value)) return value;
  freeze(value);
  settled.set(value, null);
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
 * Contract: `work` is pure. Of one value the last answer is kept, as long as the value lives. Values that may change are
 * worked on each time.
 */
export function remember<Value extends object, About = undefined, More = undefined, Answer = unknown>(
  work: (value: Value, about: About, more: More) => Answer,
): (value: Value, about: About, more: More) => Answer {
  const slot = slotCount;
  slotCount += slotsPerFunction;
  return (value, about, more) => {
    const before = settled.get(value);
    if (before === undefined) return work(value, about, more);
    if (before !== null && before[slot] === about && before[slot + 1] === more && before[slot + 2] !== unknown) {
      return before[slot + 2] as Answer;
    }
    const answer = work(value, about, more);
    const known = settled.get(value) ?? new Array<unknown>(slotCount).fill(unknown);
    [known[slot], known[slot + 1], known[slot + 2]] = [about, more, answer];
    if (before === null) settled.set(value, known);
    return answer;
  };
}

const unknown = Symbol('unknown');
