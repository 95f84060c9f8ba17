import type { JsonObject } from './json.ts';
import { remember } from './settled.ts';
import type { CallPart, ResultPart, Role, WireFormat, WirePart } from './wire-format.ts';

/** Lists the parts of a message in their order. */
export function partsOf(message: JsonObject, format: WireFormat): readonly WirePart[] {
  return format.partsOf(message);
}

/** What a message is in the order of a conversation. */
export interface MessageParts {
  readonly role: Role;
  readonly calls: readonly CallPart[];
  readonly results: readonly ResultPart[];
}

const none: readonly never[] = [];

/** Tells the calls and results of a message. */
export function pairPartsOf(message: JsonObject, format: WireFormat): MessageParts {
  return rememberedPairs(message, format, undefined);
}

const rememberedPairs = remember((message: JsonObject, format: WireFormat): MessageParts => {
  const parts = partsOf(message, format);
  const calls = parts.filter((part) => part.kind === 'call');
  const results = parts.filter((part) => part.kind === 'result');
  return {
    role: format.roleOf(message),
    calls: calls.length > 0 ? calls : none,
    results: results.length > 0 ? results : none,
  };
});
