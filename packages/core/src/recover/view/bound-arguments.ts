import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import { sanitizeText } from '../../bytes/sanitize.ts';
import { isObject, type JsonValue, parseObject } from '../wire/json.ts';
import { jsonStringsOf } from '../wire/json-strings.ts';
import type { CallPart } from '../wire/wire-format.ts';
import type { BoundContent } from './bound-content.ts';
import type { Bounder } from './bounder.ts';
import { maxStandInBytes } from './stand-in-bytes.ts';

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
  part: CallPart,
  maxStringBytes: number,
): Promise<BoundContent | undefined> {
  const replacer = createReplacer(bounder, part, maxStringBytes);
  const isText = part.form === 'object-text' && typeof input === 'string' && parseObject(input) !== undefined;
  const value = isText ? await replaceInText(input, replacer) : await replaceIn(input, replacer);
  return replacer.isChanged() && value !== undefined ? { value, handles: replacer.handles } : undefined;
}

/** Replaces one string after the other, and knows what it did. */
interface Replacer {
  readonly maxStringBytes: number;
  readonly handles: string[];
  isChanged(): boolean;
  replace(value: string): Promise<string>;
  clean(key: string): string;
}

function createReplacer(bounder: Bounder, { toolName, callId }: CallPart, maxStringBytes: number): Replacer {
  const id = callId !== undefined && { toolCallId: callId };
  const context = { toolName, maxResultBytes: maxStandInBytes, label: 'argument', ...id };
  const handles: string[] = [];
  let cleanedCount = 0;
  function clean(text: string): string {
    const sanitized = sanitizeText(text);
    if (sanitized.replaced > 0) cleanedCount += 1;
    return sanitized.text;
  }
  return {
    maxStringBytes,
    handles,
    isChanged: () => handles.length + cleanedCount > 0,
    clean,
    async replace(value) {
      const result = isLong(value, maxStringBytes) ? await bounder.bound(value, context) : undefined;
      // What could not be kept is sent as it is.
      if (result?.handle === undefined) return clean(value);
      handles.push(result.handle.id);
      return result.toText();
    },
  };
}

/** Replaces strings in the text of an object, of which all else keeps its characters. */
async function replaceInText(text: string, replacer: Replacer): Promise<string> {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, isKey } of jsonStringsOf(text)) {
    const written = text.slice(start, end);
    if (!mayNeedReplacing(written, replacer.maxStringBytes)) continue;
    const value = JSON.parse(written) as string;
    const replacement = isKey ? replacer.clean(value) : await replacer.replace(value);
    if (replacement === value) continue;
    pieces.push(text.slice(from, start), JSON.stringify(replacement));
    from = end;
  }
  return `${pieces.join('')}${text.slice(from)}`;
}

async function replaceIn(value: JsonValue | undefined, replacer: Replacer): Promise<JsonValue | undefined> {
  if (typeof value === 'string') return replacer.replace(value);
  if (Array.isArray(value)) return mapInOrder(value, async (item) => (await replaceIn(item, replacer)) as JsonValue);
  if (!isObject(value)) return value;
  const entries = await mapInOrder(
    Object.entries(value),
    async ([key, item]) => [replacer.clean(key), await replaceIn(item, replacer)] as const,
  );
  return Object.fromEntries(entries);
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
