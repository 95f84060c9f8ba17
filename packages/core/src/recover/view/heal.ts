import type { Settings } from '../../bound/settings.ts';
import { isSendable } from '../../bytes/is-sendable.ts';
import { sanitizeText } from '../../bytes/sanitize.ts';
import { isObject, type JsonObject, type JsonValue, jsonBytes, valueAt } from '../wire/json.ts';
import { remember } from '../wire/settled.ts';
import type { CallPart, ResultPart, WireFormat, WirePart } from '../wire/wire-format.ts';
import { boundArguments, mayNeedBounding } from './bound-arguments.ts';
import { boundContent } from './bound-content.ts';
import type { Change } from './change.ts';
import { isOverBudget } from './content.ts';
import { toolNameOf } from './tool-name.ts';
import type { ViewContext } from './view-context.ts';

type PartChange = Omit<Change, 'index' | 'path'>;

/**
 * Finds what must not be sent as it stands in a transcript, whoever wrote it: results over the budget, long strings in
 * arguments, and characters that no provider accepts.
 *
 * Contract: what this version bounded itself is never found. Costs one pass over the texts that were not looked at
 * before, and a store write for each change.
 */
export async function heal(context: ViewContext, messages: readonly JsonObject[]): Promise<readonly Change[]> {
  const changes: Change[] = [];
  const look = lookOf(context);
  for (const [index, message] of messages.entries()) {
    // Nearly all are well, and are not waited for.
    if (partsToHeal(message, look).length === 0) continue;
    for (const change of await healMessage(context, message, messages, index)) changes.push(change);
  }
  return changes;
}

/**
 * Finds the same in one message, which stands, or will stand, at `index` of a transcript; of its results alone where
 * that is asked.
 */
export async function healMessage(
  context: ViewContext,
  message: JsonObject,
  messages: readonly JsonObject[],
  index: number,
  only?: WirePart['kind'],
): Promise<readonly Change[]> {
  const parts = partsToHeal(message, lookOf(context));
  if (parts.length === 0) return none;
  const changes: Change[] = [];
  for (const part of parts) {
    if (only !== undefined && part.kind !== only) continue;
    const toolName = part.kind === 'result' ? toolNameOf(messages, index, part, context.format) : undefined;
    const change = await healPart(context, part, valueAt(message, part.path), toolName);
    if (change !== undefined) changes.push({ index, path: part.path, ...change });
  }
  return changes;
}

/** The formats that messages are looked at in, by what they are bounded with. */
const looks = new WeakMap<Settings, Map<WireFormat, Look>>();

/** A look at messages: the parts that may have to be healed. It builds nothing, and is not repeated. */
interface Look {
  readonly format: WireFormat;
  readonly settings: Settings;
}

function lookOf({ bounder: { settings }, format }: ViewContext): Look {
  const known = looks.get(settings) ?? new Map<WireFormat, Look>();
  if (!looks.has(settings)) looks.set(settings, known);
  const look = known.get(format) ?? { format, settings };
  known.set(format, look);
  return look;
}

const none: readonly never[] = [];

const partsToHeal = remember((message: JsonObject, { format, settings }: Look): readonly WirePart[] => {
  const parts = format.partsOf(message).filter((part) => {
    const value = valueAt(message, part.path);
    if (part.kind === 'result') return isOverBudget(value, settings, format) || holdsUnsendable(value);
    if (part.kind === 'call') return mayNeedBounding(value, settings.maxArgumentBytes);
    return part.kind === 'text' && holdsUnsendable(value);
  });
  return parts.length === 0 ? none : parts;
});

async function healPart(
  context: ViewContext,
  part: WirePart,
  value: JsonValue | undefined,
  toolName = 'tool',
): Promise<PartChange | undefined> {
  if (value === undefined || part.kind === 'media') return undefined;
  if (part.kind === 'text') return healText(value);
  const healed =
    part.kind === 'call' ? await healCall(context, part, value) : await healResult(context, part, value, toolName);
  if (healed === undefined) return undefined;
  return {
    ...healed,
    toolName: part.kind === 'call' ? part.toolName : toolName,
    ...(part.callId !== undefined && { callId: part.callId }),
    fromBytes: jsonBytes(value),
    toBytes: jsonBytes(healed.value),
  };
}

function healText(value: JsonValue): PartChange | undefined {
  if (typeof value !== 'string') return undefined;
  const { text } = sanitizeText(value);
  return { value: text, reason: 'unsendable', fromBytes: jsonBytes(value), toBytes: jsonBytes(text), handles: [] };
}

type Healed = Pick<Change, 'value' | 'reason' | 'handles'>;

async function healCall({ bounder }: ViewContext, part: CallPart, value: JsonValue): Promise<Healed | undefined> {
  const bounded = await boundArguments(bounder, value, part, bounder.settings.maxArgumentBytes);
  return bounded && { ...bounded, reason: bounded.handles.length > 0 ? 'large-argument' : 'unsendable' };
}

async function healResult(
  { bounder, format }: ViewContext,
  part: ResultPart,
  value: JsonValue,
  toolName: string,
): Promise<Healed> {
  const id = part.callId !== undefined && { toolCallId: part.callId };
  const bounded = await boundContent(bounder, format, value, { toolName, isError: part.isError, ...id });
  return { ...bounded, reason: isOverBudget(value, bounder.settings, format) ? 'over-budget' : 'unsendable' };
}

function holdsUnsendable(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return !isSendable(value);
  if (Array.isArray(value)) return value.some(holdsUnsendable);
  return isObject(value) && Object.entries(value).some(([key, item]) => !isSendable(key) || holdsUnsendable(item));
}
