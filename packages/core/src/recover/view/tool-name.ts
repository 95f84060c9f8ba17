import type { JsonObject } from '../wire/json.ts';
import { pairPartsOf } from '../wire/parts.ts';
import type { ResultPart, WireFormat } from '../wire/wire-format.ts';

/** Tells which tool a result came from, by the last call of its id before it; `tool` where there is none. */
export function toolNameOf(
  messages: readonly JsonObject[],
  index: number,
  { toolName, callId }: ResultPart,
  format: WireFormat,
): string {
  if (toolName !== undefined) return toolName;
  for (let at = index - 1; at >= 0 && callId !== undefined; at -= 1) {
    const message = messages[at];
    const call = message && pairPartsOf(message, format).calls.find((part) => part.callId === callId);
    if (call !== undefined) return call.toolName;
  }
  return 'tool';
}
