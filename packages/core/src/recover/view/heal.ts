import { sanitizeText } from '../../bytes/sanitize.ts';
import { isObject, type JsonObject, type JsonValue, valueAt } from '../wire/json.ts';
import type { CallPart, ResultPart, WireFormat, WirePart } from '../wire/wire-format.ts';
import { boundArguments } from './bound-arguments.ts';
import { boundContent } from './bound-content.ts';
import type { Bounder } from './bounder.ts';
import type { Change } from './change.ts';
import { jsonBytes, measureContent, surelyFits } from './content.ts';
import { createToolNames } from './tool-names.ts';

/** What the messages of a transcript are bounded with. */
export interface ViewContext {
  readonly bounder: Bounder;
  readonly format: WireFormat;
}

/**
 * Finds what must not be sent as it stands in a transcript, whoever wrote it: results over the budget, long strings in
 * arguments, and characters that no provider accepts.
 *
 * Contract: `from` is the first message that is looked at; the calls of those before it are known by name. What this
 * version bounded itself is never found. Costs one pass over the texts, and a store write for each change.
 */
export async function heal(
  { bounder, format }: ViewContext,
  messages: readonly JsonObject[],
  from = 0,
): Promise<readonly Change[]> {
  const names = createToolNames(format);
  const changes: Change[] = [];
  for (const [index, message] of messages.entries()) {
    names.read(message);
    if (index < from) continue;
    for (const part of format.partsOf(message)) {
      const value = valueAt(message, part.path);
      if (value === undefined) continue;
      const change = await healPart(part, value);
      if (change !== undefined) changes.push({ index, path: part.path, ...change });
    }
  }
  return changes;

  async function healPart(part: WirePart, value: JsonValue): Promise<Omit<Change, 'index' | 'path'> | undefined> {
    if (part.kind === 'result') return healResult(part, value);
    if (part.kind === 'call') return healCall(part, value);
    if (part.kind !== 'text' || typeof value !== 'string') return undefined;
    const { text, replaced } = sanitizeText(value);
    if (replaced === 0) return undefined;
    return { value: text, reason: 'unsendable', fromBytes: jsonBytes(value), toBytes: jsonBytes(text), handles: [] };
  }

  async function healResult(part: ResultPart, value: JsonValue): Promise<Omit<Change, 'index' | 'path'> | undefined> {
    const { maxResultBytes, maxMediaBytes } = bounder.settings;
    const isSendable = !holdsUnsendable(value);
    if (isSendable && surelyFits(value, maxResultBytes)) return undefined;
    const size = measureContent(value, format);
    if (isSendable && size.textBytes <= maxResultBytes && size.maxMediaBytes <= maxMediaBytes) return undefined;
    const toolName = names.nameOf(part);
    const id = part.callId !== undefined && { toolCallId: part.callId };
    const bounded = await boundContent(bounder, format, value, { toolName, isError: part.isError, ...id });
    return {
      ...bounded,
      reason: isSendable ? 'over-budget' : 'unsendable',
      toolName,
      ...(part.callId !== undefined && { callId: part.callId }),
      fromBytes: jsonBytes(value),
      toBytes: jsonBytes(bounded.value),
    };
  }

  async function healCall(part: CallPart, value: JsonValue): Promise<Omit<Change, 'index' | 'path'> | undefined> {
    const bounded = await boundArguments(bounder, value, part, bounder.settings.maxArgumentBytes);
    if (bounded === undefined) return undefined;
    return {
      ...bounded,
      reason: 'large-argument',
      toolName: part.toolName,
      ...(part.callId !== undefined && { callId: part.callId }),
      fromBytes: jsonBytes(value),
      toBytes: jsonBytes(bounded.value),
    };
  }
}

function holdsUnsendable(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return sanitizeText(value).replaced > 0;
  if (Array.isArray(value)) return value.some(holdsUnsendable);
  return isObject(value) && Object.values(value).some(holdsUnsendable);
}
