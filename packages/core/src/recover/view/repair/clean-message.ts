import { emptyText } from '../../../bound/empty.ts';
import { isObject, type JsonObject, type JsonValue, parseObject, replaceAt, valueAt } from '../../wire/json.ts';
import type { CallPart, WireFormat, WirePart } from '../../wire/wire-format.ts';
import type { Fault, Placed } from './fault.ts';
import { emptyMessageText } from './words.ts';

/**
 * Mends what no provider accepts inside one message: empty texts and results, and arguments that are no object.
 *
 * Contract: an empty text goes where other blocks stand beside it; a message with nothing else says that it is empty.
 */
export function cleanMessage(placed: Placed, format: WireFormat, faults: Fault[]): Placed[] {
  const { index } = placed;
  let message = placed.message;
  const parts = format.partsOf(message);
  const empty: WirePart[] = [];
  for (const part of parts) {
    const value = valueAt(message, part.path);
    if (part.kind === 'text' && isBlank(value)) empty.push(part);
    const mended =
      part.kind === 'result'
        ? mendResult(value, part.isError)
        : part.kind === 'call'
          ? mendInput(part, value)
          : undefined;
    if (mended === undefined) continue;
    const callId = part.kind === 'call' || part.kind === 'result' ? part.callId : undefined;
    faults.push({
      index,
      kind: part.kind === 'call' ? 'arguments-invalid' : 'text-empty',
      ...(callId !== undefined && { callId }),
    });
    message = replaceAt(message, part.path, mended);
  }
  if (empty.length === 0) return [{ message, index }];
  faults.push({ index, kind: 'text-empty' });
  return [{ message: withoutTexts(message, empty), index }];
}

/** A text block is `[key, index, 'text']` or `[key, index]`; a message that is one string has the path `[key]`. */
function withoutTexts(message: JsonObject, empty: readonly WirePart[]): JsonObject {
  const [first] = empty;
  if (first === undefined || first.path.length === 1) return withoutString(message, first?.path[0] as string);
  const [key] = first.path as [string];
  const gone = new Set(empty.map(({ path }) => path[1]));
  const blocks = message[key] as readonly JsonValue[];
  const kept = blocks.filter((_, index) => !gone.has(index));
  if (kept.length > 0) return { ...message, [key]: kept };
  return replaceAt(message, first.path, emptyMessageText);
}

/** Beside calls a message needs no text. */
function withoutString(message: JsonObject, key: string): JsonObject {
  const hasCalls = Array.isArray(message.tool_calls) && message.tool_calls.length > 0;
  return { ...message, [key]: hasCalls ? null : emptyMessageText };
}

function isBlank(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function mendResult(value: JsonValue | undefined, isError: boolean): JsonValue | undefined {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0))
    return emptyText('', isError);
  return typeof value === 'string' && value.trim() === '' ? emptyText(value, isError) : undefined;
}

function mendInput({ form }: CallPart, value: JsonValue | undefined): JsonValue | undefined {
  if (form === 'text') return undefined;
  if (form === 'object-text') return typeof value === 'string' ? mendObjectText(value) : JSON.stringify(value ?? {});
  if (isObject(value) || (value === undefined && form === 'optional-object')) return undefined;
  return typeof value === 'string' ? (parseObject(value) ?? { invalidArguments: value }) : { value: value ?? null };
}

function mendObjectText(text: string): string | undefined {
  if (parseObject(text) !== undefined) return undefined;
  return JSON.stringify(text.trim() === '' ? {} : { invalidArguments: text });
}
