import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import { isObject, type JsonValue, parseObject } from '../wire/json.ts';
import type { CallPart } from '../wire/wire-format.ts';
import type { BoundContent } from './bound-content.ts';
import type { Bounder } from './bounder.ts';

/** What stands in a long string's place is at most this long. */
const maxNoticeBytes = 1024;

/**
 * Replaces the long strings in a call's arguments by notices.
 *
 * Contract: everything else, and the order of keys, stays as it is; arguments that were the text of a JSON object stay
 * one. Returns nothing where no string is longer than `maxStringBytes`, encoded.
 */
export async function boundArguments(
  bounder: Bounder,
  input: JsonValue,
  { toolName, callId }: CallPart,
  maxStringBytes: number,
): Promise<BoundContent | undefined> {
  const handles: string[] = [];
  const context = { toolName, maxResultBytes: maxNoticeBytes, ...(callId !== undefined && { toolCallId: callId }) };
  async function walk(value: JsonValue | undefined): Promise<JsonValue | undefined> {
    if (typeof value === 'string') {
      if (value.length * 6 <= maxStringBytes || jsonEscapedLength(value) <= maxStringBytes) return value;
      const result = await bounder.bound(value, { ...context, label: 'argument' });
      if (result.handle === undefined) return value;
      handles.push(result.handle.id);
      return result.toText();
    }
    if (Array.isArray(value)) return mapInOrder(value, async (item) => (await walk(item)) as JsonValue);
    if (!isObject(value)) return value;
    const fields = await mapInOrder(Object.entries(value), async ([key, item]) => [key, await walk(item)] as const);
    return Object.fromEntries(fields);
  }
  const parsed = typeof input === 'string' ? parseObject(input) : undefined;
  const bounded = await walk(parsed ?? input);
  if (handles.length === 0 || bounded === undefined) return undefined;
  return { value: parsed === undefined ? bounded : JSON.stringify(bounded), handles };
}

/** One after the other, so that no more than one string is stored at a time. */
async function mapInOrder<T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<R[]> {
  const mapped: R[] = [];
  for (const item of items) mapped.push(await map(item));
  return mapped;
}
