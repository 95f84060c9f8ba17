import { type JsonObject, jsonBytes } from '../wire/json.ts';
import { boundArguments } from './bound-arguments.ts';
import { type BoundContent, boundContent } from './bound-content.ts';
import {
  type Candidate,
  listCandidates,
  maxShrunkBytes,
  type ShrinkOrder,
  type SizeUnit,
  shrinkStages,
} from './candidates.ts';
import { applyChanges, type Change, type ChangeReason } from './change.ts';
import { shortenNotice } from './shorten-notice.ts';
import { maxStandInBytes } from './stand-in-bytes.ts';
import type { ViewContext } from './view-context.ts';
import { tokensOf } from './weigh.ts';

/** How much has to go. */
export interface ShrinkGoal {
  readonly unit: SizeUnit;
  /** Parts are shortened until this much is saved, or nothing is left to shorten. */
  readonly save: number;
  readonly order: ShrinkOrder;
}

const reasons: Readonly<Record<'result' | 'media' | 'call', ChangeReason>> = {
  result: 'shrunk-result',
  media: 'shrunk-media',
  call: 'shrunk-argument',
};

/** Returns what shortening could save at most, before anything is shortened. */
export function shrinkable(messages: readonly JsonObject[], { format }: ViewContext, unit: SizeUnit): number {
  const rest = unit === 'bytes' ? maxShrunkBytes : maxShrunkBytes / 4;
  return shrinkStages
    .flatMap((kind) => listCandidates(messages, format, kind, { unit, order: 'newest' }))
    .reduce((sum, { size }) => sum + Math.max(0, size - rest), 0);
}

/**
 * Shortens parts of a transcript until enough is saved.
 *
 * Contract: a result becomes at most 2,048 encoded bytes, notice and handle included; a picture a line of text with its
 * handle; of arguments only long strings are shortened. Results go first, then media, then arguments. What was
 * shortened once is never chosen again, and what could not be stored is left as it is. Runs no tool.
 */
export async function shrink(
  context: ViewContext,
  messages: readonly JsonObject[],
  goal: ShrinkGoal,
): Promise<readonly Change[]> {
  const changes: Change[] = [];
  let saved = 0;
  for (const kind of shrinkStages) {
    const current = applyChanges(messages, changes);
    for (const candidate of listCandidates(current, context.format, kind, goal)) {
      if (saved >= goal.save) return changes;
      const change = await shrinkOne(context, candidate);
      if (change === undefined) continue;
      changes.push(change);
      saved += candidate.size - (goal.unit === 'bytes' ? change.toBytes : tokensOf(change.value));
    }
  }
  return changes;
}

/** Shortens the parts of one kind that are chosen, whatever that saves. */
export async function shrinkChosen(
  context: ViewContext,
  messages: readonly JsonObject[],
  kind: 'result' | 'media',
  choose: (candidates: readonly Candidate[]) => readonly Candidate[],
): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const candidate of choose(listCandidates(messages, context.format, kind, { unit: 'bytes', order: 'oldest' }))) {
    const change = await shrinkOne(context, candidate);
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

async function shrinkOne(context: ViewContext, candidate: Candidate): Promise<Change | undefined> {
  const { index, part, value, toolName } = candidate;
  if (part.kind === 'text') return undefined;
  const shorter = await shorten(context, candidate);
  const [fromBytes, toBytes] = [jsonBytes(value), jsonBytes(shorter?.value)];
  if (shorter === undefined || shorter.handles.length === 0 || toBytes >= fromBytes) return undefined;
  const callId = part.kind === 'media' ? undefined : part.callId;
  return {
    index,
    path: part.path,
    value: shorter.value,
    reason: reasons[part.kind],
    toolName,
    ...(callId !== undefined && { callId }),
    fromBytes,
    toBytes,
    handles: shorter.handles,
  };
}

/** A notice keeps its own handle; the text that it was is stored beside it, as any other. */
async function shorten({ bounder, format }: ViewContext, candidate: Candidate): Promise<BoundContent | undefined> {
  const { part, value, toolName } = candidate;
  if (part.kind === 'call') return boundArguments(bounder, value, part, maxStandInBytes);
  if (part.kind === 'media') {
    const shown = await boundContent(bounder, format, [value], {
      toolName,
      maxResultBytes: maxStandInBytes,
      maxMediaBytes: 0,
    });
    return Array.isArray(shown.value) ? { ...shown, value: shown.value[0] } : undefined;
  }
  if (part.kind !== 'result') return undefined;
  const shorter = typeof value === 'string' ? shortenNotice(value, maxShrunkBytes) : undefined;
  const kept = await boundContent(bounder, format, value, {
    toolName,
    isError: part.isError,
    maxResultBytes: maxShrunkBytes,
    ...(part.callId !== undefined && { toolCallId: part.callId }),
  });
  return shorter === undefined ? kept : { ...kept, value: shorter };
}
