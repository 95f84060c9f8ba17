import type { JsonObject } from './json.ts';
import { remember } from './settled.ts';
import type { CallPart, ResultPart, Role, WireFormat } from './wire-format.ts';

/** What a message is in the order of a conversation. */
export interface MessageParts {
  readonly role: Role;
  readonly calls: readonly CallPart[];
  readonly results: readonly ResultPart[];
}

const none: readonly never[] = [];

/** Tells the calls and results of a message. */
export function pairPartsOf(message: JsonObject, format: WireFormat): MessageParts {
  return rememberedPairs(message, format);
}

const rememberedPairs = remember((message: JsonObject, format: WireFormat): MessageParts => {
  const parts = format.partsOf(message);
  let calls: readonly CallPart[] = none;
  let results: readonly ResultPart[] = none;
  for (const part of parts) {
    if (part.kind === 'call') calls = [...calls, part];
    else if (part.kind === 'result') results = [...results, part];
  }
  return { role: format.roleOf(message), calls, results };
});
