import { shareBudget } from '../../bound/share-budget.ts';
import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import { fitWithin } from './fit-within.ts';

/** A string this long, as it is sent, is worth a notice. */
const longStringBytes = 2_048;

/** Bounds one string. */
export type BoundString = (text: string, maxBytes: number) => Promise<string>;

/**
 * Bounds the long strings in a value and leaves all else, so that the value keeps the form that its reader asks for.
 *
 * Contract: the same value where it fits; `undefined` where it does not fit whatever becomes of its strings, or is no
 * JSON. Measured as JSON in a string.
 */
export async function boundInPlace(value: unknown, maxBytes: number, bound: BoundString): Promise<unknown> {
  if (!isJson(value)) return undefined;
  if (bytesOf(value) <= maxBytes) return value;
  const strings: string[] = [];
  await mapLongStrings(value, async (text) => {
    strings.push(text);
    return '';
  });
  if (strings.length === 0) return undefined;
  const bare = await mapLongStrings(value, async () => '');
  const room = maxBytes - bytesOf(bare);
  const needs = strings.map(bytesOf);
  const made = await fitWithin(
    room,
    async (budget) => {
      const shares = shareBudget(budget, needs, longStringBytes);
      return mapLongStrings(value, (text, index) => bound(text, shares[index] ?? 0));
    },
    (candidate) => bytesOf(candidate) - bytesOf(bare),
  );
  return made;
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

function bytesOf(value: unknown): number {
  return jsonEscapedLength(JSON.stringify(value) ?? '');
}

/** Replaces each long string, one after the other in their order. */
async function mapLongStrings(
  value: unknown,
  replace: (text: string, index: number) => Promise<string>,
): Promise<unknown> {
  let index = 0;
  async function walk(item: unknown): Promise<unknown> {
    if (typeof item === 'string') return bytesOf(item) < longStringBytes ? item : replace(item, index++);
    if (typeof item !== 'object' || item === null) return item;
    if (Array.isArray(item)) {
      const items: unknown[] = [];
      for (const one of item) items.push(await walk(one));
      return items;
    }
    const fields: [string, unknown][] = [];
    for (const [key, one] of Object.entries(item)) fields.push([key, await walk(one)]);
    return Object.fromEntries(fields);
  }
  return walk(value);
}
