import { isSmallJson, smallCharacters } from './small-json.ts';

/** A value whose text is known, one that is taken apart, or nothing where JSON writes none. */
type Part = { readonly text: string } | { readonly large: string | object } | undefined;

interface Member {
  /** What stands before the value: a comma, a key. */
  readonly before: string;
  readonly part: Part;
}

/** An object or array whose members are being written. */
interface Frame {
  readonly container: object;
  readonly members: Iterator<Member>;
  readonly end: string;
}

/**
 * Writes a value as JSON in pieces, so that no string of the whole is ever built.
 *
 * Contract: joined, the pieces are what `JSON.stringify(value)` returns; for `undefined` and functions there are none.
 * A piece has about 64 Ki characters, or fewer, but for a longer key; none ends in half of a pair of surrogates. Depth
 * is not limited by the call stack.
 *
 * @throws TypeError for a BigInt or a circle; what a getter or a `toJSON` throws.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  const frames: Frame[] = [];
  const open = new Set<object>();
  yield* writePart(toPart(value, ''), frames, open);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const next = frame.members.next();
    if (next.done) {
      frames.pop();
      open.delete(frame.container);
      yield frame.end;
    } else {
      yield next.value.before;
      yield* writePart(next.value.part, frames, open);
    }
  }
}

function* writePart(part: Part, frames: Frame[], open: Set<object>): Generator<string> {
  if (part === undefined) return;
  if ('text' in part) return yield part.text;
  const { large } = part;
  if (typeof large === 'string') return yield* stringPieces(large);
  if (open.has(large)) throw new TypeError('Converting circular structure to JSON');
  open.add(large);
  const isArray = Array.isArray(large);
  frames.push({
    container: large,
    members: isArray ? arrayMembers(large) : objectMembers(large),
    end: isArray ? ']' : '}',
  });
  yield isArray ? '[' : '{';
}

function* arrayMembers(array: readonly unknown[]): Generator<Member> {
  for (let index = 0; index < array.length; index += 1) {
    yield { before: index > 0 ? ',' : '', part: toPart(array[index], String(index)) ?? { text: 'null' } };
  }
}

function* objectMembers(object: object): Generator<Member> {
  let separator = '';
  for (const key of Object.keys(object)) {
    const part = toPart((object as Record<string, unknown>)[key], key);
    if (part === undefined) continue;
    yield { before: `${separator}${JSON.stringify(key)}:`, part };
    separator = ',';
  }
}

function toPart(value: unknown, key: string): Part {
  const convert = isObject(value) || typeof value === 'bigint' ? (value as { toJSON?: unknown }).toJSON : undefined;
  const isConverted = typeof convert === 'function';
  const plain: unknown = isConverted ? convert.call(value, key) : value;
  // What was converted is not converted again, as `JSON.stringify` would.
  if (isContainer(plain) && (isConverted || !isSmallJson(plain))) return { large: plain };
  if (typeof plain === 'string' && plain.length > smallCharacters) return { large: plain };
  const text: string | undefined = JSON.stringify(plain);
  return text === undefined ? undefined : { text };
}

function* stringPieces(text: string): Generator<string> {
  yield '"';
  for (let from = 0; from < text.length; ) {
    const wanted = Math.min(from + smallCharacters, text.length);
    const isSplit = wanted < text.length && (text.charCodeAt(wanted - 1) & 0xfc00) === 0xd800;
    const end = isSplit ? wanted - 1 : wanted;
    yield JSON.stringify(text.slice(from, end)).slice(1, -1);
    from = end;
  }
  yield '"';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Boxed values are written as what is in them. */
function isContainer(value: unknown): value is object {
  const boxes = [Number, String, Boolean, BigInt];
  return isObject(value) && !boxes.some((box) => value instanceof box);
}
