import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import { sanitizeText } from '../../bytes/sanitize.ts';
import { isObject, type JsonValue, parseObject } from '../wire/json.ts';
import { jsonStringsOf } from '../wire/json-strings.ts';
import type { CallPart } from '../wire/wire-format.ts';
import type { BoundContent } from './bound-content.ts';
import type { Bounder } from './bounder.ts';

/** What stands in a long string's place is at most this long. */
const maxNoticeBytes = 1024;
/** Escapes that may stand for a character that no provider accepts. */
const unsendableEscape = /\\u(?:00[01]|007f|d[89a-f])|\\[bf]/iu;

/**
 * Replaces the long strings in a call's arguments by notices, and the characters that no provider accepts.
 *
 * Contract: everything else, and the order of keys, stays as it is; arguments that were the text of a JSON object stay
 * one, with the same numbers and spaces. Returns nothing where there is nothing to replace.
 */
export async function boundArguments(
  bounder: Bounder,
  input: JsonValue,
  { toolName, callId, form }: CallPart,
  maxStringBytes: number,
): Promise<BoundContent | undefined> {
  const handles: string[] = [];
  const context = { toolName, maxResultBytes: maxNoticeBytes, ...(callId !== undefined && { toolCallId: callId }) };
  let isChanged = false;

  async function replace(value: string): Promise<string> {
    if (isLong(value, maxStringBytes)) {
      const result = await bounder.bound(value, { ...context, label: 'argument' });
      if (result.handle !== undefined) {
        isChanged = true;
        handles.push(result.handle.id);
        return result.toText();
      }
    }
    const { text, replaced } = sanitizeText(value);
    isChanged ||= replaced > 0;
    return text;
  }

  async function replaceInText(text: string): Promise<string> {
    const pieces: string[] = [];
    let from = 0;
    for (const { start, end, isKey } of jsonStringsOf(text)) {
      const written = text.slice(start, end);
      if (!mayNeedReplacing(written, maxStringBytes)) continue;
      const value = JSON.parse(written) as string;
      const replacement = isKey ? cleanKey(value) : await replace(value);
      if (replacement === value) continue;
      pieces.push(text.slice(from, start), JSON.stringify(replacement));
      from = end;
    }
    return `${pieces.join('')}${text.slice(from)}`;
  }

  function cleanKey(key: string): string {
    const { text, replaced } = sanitizeText(key);
    isChanged ||= replaced > 0;
    return text;
  }

  async function walk(value: JsonValue | undefined): Promise<JsonValue | undefined> {
    if (typeof value === 'string') return replace(value);
    if (Array.isArray(value)) return mapInOrder(value, async (item) => (await walk(item)) as JsonValue);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      await mapInOrder(Object.entries(value), async ([key, item]) => [cleanKey(key), await walk(item)] as const),
    );
  }

  const isText = form === 'object-text' && typeof input === 'string' && parseObject(input) !== undefined;
  const value = isText ? await replaceInText(input) : await walk(input);
  return isChanged && value !== undefined ? { value, handles } : undefined;
}

/** Tells whether anything in a call's arguments may have to be replaced. Contract: a quick look that builds nothing. */
export function mayNeedBounding(input: JsonValue | undefined, maxStringBytes: number): boolean {
  if (typeof input === 'string') return mayNeedReplacing(input, maxStringBytes);
  if (Array.isArray(input)) return input.some((item) => mayNeedBounding(item, maxStringBytes));
  if (!isObject(input)) return false;
  return Object.entries(input).some(
    ([key, item]) => sanitizeText(key).replaced > 0 || mayNeedBounding(item, maxStringBytes),
  );
}

/** Tells whether a string in a call's arguments may be too long. */
export function holdsLongString(input: JsonValue | undefined, maxStringBytes: number): boolean {
  if (typeof input === 'string') return isLong(input, maxStringBytes);
  if (Array.isArray(input)) return input.some((item) => holdsLongString(item, maxStringBytes));
  return isObject(input) && Object.values(input).some((item) => holdsLongString(item, maxStringBytes));
}

function mayNeedReplacing(text: string, maxStringBytes: number): boolean {
  return isLong(text, maxStringBytes) || unsendableEscape.test(text) || sanitizeText(text).replaced > 0;
}

function isLong(text: string, maxBytes: number): boolean {
  return text.length * 6 > maxBytes && jsonEscapedLength(text) > maxBytes;
}

/** One after the other, so that no more than one string is stored at a time. */
async function mapInOrder<T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<R[]> {
  const mapped: R[] = [];
  for (const item of items) mapped.push(await map(item));
  return mapped;
}
