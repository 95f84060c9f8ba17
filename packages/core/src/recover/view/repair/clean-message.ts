import { emptyText } from '../../../bound/empty.ts';
import { isObject, type JsonObject, type JsonValue, parseObject, replaceAt, valueAt } from '../../wire/json.ts';
import { pairPartsOf } from '../../wire/parts.ts';
import { remember } from '../../wire/settled.ts';
import type { CallPart, ResultPart, TextPart, WireFormat } from '../../wire/wire-format.ts';
import type { Fault } from './fault.ts';
import { emptyMessageText } from './words.ts';

/** A message in which the parts are mended, and what was wrong with each of them. */
export interface CleanMessage {
  readonly message: JsonObject;
  readonly faults: readonly Omit<Fault, 'index'>[];
}

/**
 * Mends what no provider accepts inside one message: empty texts and results, and arguments that are no object.
 *
 * Contract: returns nothing for a message that is well as it is. An empty text goes where other blocks stand beside it;
 * a message with nothing else says that it is empty.
 */
export function cleanMessage(message: JsonObject, format: WireFormat): CleanMessage | null {
  return rememberedClean(message, format);
}

const rememberedClean = remember((given: JsonObject, format: WireFormat): CleanMessage | null => {
  if (isPlainText(given, format)) return null;
  const faults: Omit<Fault, 'index'>[] = [];
  const empty: TextPart[] = [];
  let message = given;
  for (const part of format.partsOf(given)) {
    const value = valueAt(given, part.path);
    if (part.kind === 'text' && isBlank(value)) empty.push(part);
    if (part.kind !== 'call' && part.kind !== 'result') continue;
    const mended = part.kind === 'call' ? mendInput(part, value) : mendResult(part, value, format);
    if (mended === undefined) continue;
    message = replaceAt(message, part.path, mended);
    const kind = part.kind === 'call' ? 'arguments-invalid' : 'text-empty';
    faults.push({ kind, ...(part.callId !== undefined && { callId: part.callId }) });
  }
  const isEmpty = empty.length > 0 || saysNothing(message, format);
  if (isEmpty) faults.push({ kind: 'text-empty' });
  if (empty.length > 0) return { message: withoutTexts(message, empty, format), faults };
  if (isEmpty) return { message: { ...message, [format.pairing.blocksKey]: emptyContent(message, format) }, faults };
  return faults.length === 0 ? null : { message, faults };
});

/** Most messages are one text that says something. */
function isPlainText(message: JsonObject, format: WireFormat): boolean {
  const content = message[format.pairing.blocksKey];
  if (typeof content !== 'string' || !/\S/u.test(content)) return false;
  const { calls, results } = pairPartsOf(message, format);
  return calls.length + results.length === 0;
}

/** A message of no blocks at all, or of none where it has no calls. */
function saysNothing(message: JsonObject, format: WireFormat): boolean {
  const { blocksKey, resultsIn, saysElsewhere } = format.pairing;
  const content = message[blocksKey];
  if (Array.isArray(content)) return content.length === 0 && pairPartsOf(message, format).results.length === 0;
  if (content === undefined) return resultsIn === 'next-message';
  return content === null && pairPartsOf(message, format).calls.length === 0 && !saysElsewhere?.(message);
}

function emptyContent(message: JsonObject, format: WireFormat): JsonValue {
  return pairPartsOf(message, format).calls.length > 0 ? null : [format.pairing.writeTextBlock(emptyMessageText)];
}

/** A text block is `[key, index, 'text']` or `[key, index]`; a message that is one string has the path `[key]`. */
function withoutTexts(message: JsonObject, empty: readonly TextPart[], format: WireFormat): JsonObject {
  const [first] = empty;
  if (first === undefined || first.path.length === 1) return withoutString(message, first?.path[0] as string, format);
  const [key] = first.path as [string];
  const gone = new Set(empty.map(({ path }) => path[1]));
  const blocks = message[key] as readonly JsonValue[];
  const kept = blocks.filter((_, index) => !gone.has(index));
  if (kept.length > 0) return { ...message, [key]: kept };
  return replaceAt(message, first.path, emptyMessageText);
}

/** Beside calls a message needs no text. */
function withoutString(message: JsonObject, key: string, format: WireFormat): JsonObject {
  const hasCalls = pairPartsOf(message, format).calls.length > 0;
  return { ...message, [key]: hasCalls ? null : emptyMessageText };
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function mendResult(part: ResultPart, value: JsonValue | undefined, format: WireFormat): JsonValue | undefined {
  if (part.mayBeEmpty) return undefined;
  if (typeof value === 'string') return isBlank(value) ? emptyText(value, part.isError) : undefined;
  const blocks = Array.isArray(value) ? (value as readonly JsonValue[]) : undefined;
  const said = blocks?.filter((block) => !(isObject(block) && isBlank(format.toBlock(block)?.text)));
  const isEmpty = value === undefined || value === null || said?.length === 0;
  if (isEmpty) return format.writeContent(emptyText('', part.isError), {});
  return said?.length === blocks?.length ? undefined : said;
}

function mendInput({ form }: CallPart, value: JsonValue | undefined): JsonValue | undefined {
  if (form === 'text') return undefined;
  if (form === 'object-text') return typeof value === 'string' ? mendObjectText(value) : JSON.stringify(value ?? {});
  if (isObject(value) || (value === undefined && form === 'optional-object')) return undefined;
  if (value === undefined || value === null) return {};
  return typeof value === 'string' ? (parseObject(value) ?? { invalidArguments: value }) : { value };
}

function mendObjectText(text: string): string | undefined {
  if (parseObject(text) !== undefined) return undefined;
  return JSON.stringify(text.trim() === '' ? {} : { invalidArguments: text });
}
