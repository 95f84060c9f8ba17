import { type JsonObject, type JsonValue, jsonBytes, valueAt } from '../wire/json.ts';
import { pairPartsOf } from '../wire/parts.ts';
import type { WireFormat, WirePart } from '../wire/wire-format.ts';
import { measureContent, surelyFits } from './content.ts';
import { toolNameOf } from './tool-name.ts';
import { mediaTokens, tokensOf } from './weigh.ts';

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
  const found: Candidate[] = [];
  let turn = 0;
  let wasAnswer = false;
  for (const [index, message] of messages.entries()) {
    const isAnswer = pairPartsOf(message, format).role === 'assistant';
    if (isAnswer && !wasAnswer) turn += 1;
    wasAnswer = isAnswer;
    for (const part of format.partsOf(message)) {
      const value = part.kind === kind ? valueAt(message, part.path) : undefined;
      if (value === undefined || !isLarge(part, value, format)) continue;
      const toolName = toolOf(messages, index, part, format);
      found.push({ index, part, value, toolName, turn, size: sizeOf(part, value, unit) });
    }
  }
  return found.sort(orders[order]);
}

function toolOf(messages: readonly JsonObject[], index: number, part: WirePart, format: WireFormat): string {
  if (part.kind === 'result') return toolNameOf(messages, index, part, format);
  return part.kind === 'call' ? part.toolName : part.kind;
}

/** What is in its shortest form already is never chosen again. */
function isLarge(part: WirePart, value: JsonValue, format: WireFormat): boolean {
  if (part.kind === 'media') return part.byteLength > maxShrunkBytes;
  if (part.kind === 'call') return jsonBytes(value) > maxShrunkBytes;
  return !surelyFits(value, maxShrunkBytes) && measureContent(value, format).textBytes > maxShrunkBytes;
}

function sizeOf(part: WirePart, value: JsonValue, unit: SizeUnit): number {
  if (part.kind === 'media') return unit === 'bytes' ? part.byteLength : mediaTokens(part);
  return unit === 'bytes' ? jsonBytes(value) : tokensOf(value);
}

const orders: Readonly<Record<ShrinkOrder, (a: Candidate, b: Candidate) => number>> = {
  newest: (a, b) => b.turn - a.turn || b.size - a.size,
  oldest: (a, b) => a.turn - b.turn || b.size - a.size,
  largest: (a, b) => b.size - a.size,
};
