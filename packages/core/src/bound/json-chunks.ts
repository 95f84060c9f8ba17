/** A step of the walk: text to write, a value to open, or an object that is done. */
type Step = { readonly text: string } | { readonly value: unknown } | { readonly done: object };

const chunkCharacters = 65_536;

/**
 * Writes any value as JSON, piece by piece, so that no string of the whole is ever built.
 *
 * Contract: like `JSON.stringify(value)` where that works; besides, a BigInt is written as its digits, a circular
 * reference as `"[circular]"`, a getter that throws as `"[unreadable: …]"`, and depth is not limited by the call stack.
 * `undefined`, functions and symbols are `null` at the top and in arrays, and left out of objects. Yields pieces of
 * about 64 Ki characters, larger only for one larger string.
 */
export function* jsonChunks(value: unknown): Generator<string> {
  const steps: Step[] = [{ value }];
  const open = new Set<object>();
  let pending = '';
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if ('text' in step) pending += step.text;
    else if ('done' in step) open.delete(step.done);
    else pending += openValue(step.value, open, steps);
    if (pending.length >= chunkCharacters) {
      yield pending;
      pending = '';
    }
  }
  if (pending !== '') yield pending;
}

function openValue(value: unknown, open: Set<object>, steps: Step[]): string {
  const plain = toPlain(value);
  if (typeof plain === 'bigint') return String(plain);
  if (typeof plain !== 'object' || plain === null) return JSON.stringify(isWritable(plain) ? plain : null);
  if (open.has(plain)) return '"[circular]"';
  const members = memberSteps(plain);
  if (typeof members === 'string') return members;
  open.add(plain);
  steps.push({ done: plain });
  for (let index = members.length - 1; index >= 0; index -= 1) steps.push(members[index] as Step);
  return '';
}

/** A proxy may refuse even to list its keys. */
function memberSteps(object: object): Step[] | string {
  try {
    return Array.isArray(object) ? arraySteps(object) : objectSteps(object);
  } catch (error) {
    return JSON.stringify(unreadable(error));
  }
}

function arraySteps(array: readonly unknown[]): Step[] {
  const steps: Step[] = [{ text: '[' }];
  for (let index = 0; index < array.length; index += 1) {
    if (index > 0) steps.push({ text: ',' });
    steps.push({ value: array[index] });
  }
  steps.push({ text: ']' });
  return steps;
}

function objectSteps(object: object): Step[] {
  const steps: Step[] = [{ text: '{' }];
  for (const key of Object.keys(object)) {
    const member = readMember(object, key);
    if (!isWritable(member)) continue;
    steps.push({ text: `${steps.length > 1 ? ',' : ''}${JSON.stringify(key)}:` }, { value: member });
  }
  steps.push({ text: '}' });
  return steps;
}

function readMember(object: object, key: string): unknown {
  try {
    return (object as Record<string, unknown>)[key];
  } catch (error) {
    return unreadable(error);
  }
}

function toPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return value.valueOf();
  try {
    const convert = (value as { toJSON?: unknown }).toJSON;
    return typeof convert === 'function' ? convert.call(value, '') : value;
  } catch (error) {
    return unreadable(error);
  }
}

function isWritable(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}

function unreadable(error: unknown): string {
  return `[unreadable: ${error instanceof Error ? error.message : String(error)}]`;
}
