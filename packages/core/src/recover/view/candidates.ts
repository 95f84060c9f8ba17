import { type JsonObject, type JsonValue, valueAt } from '../wire/json.ts';
import type { WireFormat, WirePart } from '../wire/wire-format.ts';
import { jsonBytes, measureContent } from './content.ts';
import { createToolNames } from './tool-names.ts';
import { tokensOf } from './weigh.ts';

/** Which results are shortened first. */
export type ShrinkOrder = 'newest' | 'oldest' | 'largest';

export type SizeUnit = 'tokens' | 'bytes';

/** A part that can be sent in a shorter form. */
export interface Candidate {
  readonly index: number;
  readonly part: WirePart;
  readonly value: JsonValue;
  readonly toolName: string;
  /** Counts the answers of the model before it: results of one number came from one turn. */
  readonly turn: number;
  readonly size: number;
}

/** Encoded size of a result in its shortest form, notice included. */
export const maxShrunkBytes = 2_048;

/** What is shortened first, and what when that was not enough. */
export const shrinkStages = ['result', 'media', 'call'] as const;

/** Lists the parts of one kind that can be shortened, in the order in which they are. */
export function listCandidates(
  messages: readonly JsonObject[],
  format: WireFormat,
  kind: (typeof shrinkStages)[number],
  { unit, order }: { readonly unit: SizeUnit; readonly order: ShrinkOrder },
): readonly Candidate[] {
  const names = createToolNames(format);
  const found: Candidate[] = [];
  let turn = 0;
  let before: JsonObject | undefined;
  for (const [index, message] of messages.entries()) {
    names.read(message);
    if (format.roleOf(message) === 'assistant' && (before === undefined || format.roleOf(before) !== 'assistant'))
      turn += 1;
    before = message;
    for (const part of format.partsOf(message)) {
      const value = valueAt(message, part.path);
      if (value === undefined || part.kind !== kind || !isLarge(part, value, format)) continue;
      const toolName = part.kind === 'call' ? part.toolName : part.kind === 'result' ? names.nameOf(part) : 'media';
      found.push({ index, part, value, toolName, turn, size: sizeOf(part, value, unit) });
    }
  }
  return found.sort(orders[order]);
}

/** What is in its shortest form already is never chosen again. */
function isLarge(part: WirePart, value: JsonValue, format: WireFormat): boolean {
  if (part.kind === 'media') return part.byteLength > maxShrunkBytes;
  if (part.kind === 'call') return jsonBytes(value) > maxShrunkBytes;
  return measureContent(value, format).textBytes > maxShrunkBytes;
}

function sizeOf(part: WirePart, value: JsonValue, unit: SizeUnit): number {
  if (part.kind === 'media') return unit === 'bytes' ? part.byteLength : mediaTokens;
  return unit === 'bytes' ? jsonBytes(value) : tokensOf(value);
}

const mediaTokens = 1_600;

const orders: Readonly<Record<ShrinkOrder, (a: Candidate, b: Candidate) => number>> = {
  newest: (a, b) => b.turn - a.turn || b.size - a.size,
  oldest: (a, b) => a.turn - b.turn || b.size - a.size,
  largest: (a, b) => b.size - a.size,
};
