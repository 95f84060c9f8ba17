import type { JsonObject } from '../wire/json.ts';
import type { ResultPart, WireFormat } from '../wire/wire-format.ts';

/** Knows which tool a result came from, by the calls before it. */
export interface ToolNames {
  /** Takes note of the calls of the next message. */
  read(message: JsonObject): void;
  nameOf(result: ResultPart): string;
}

/** Creates the names of a transcript's calls; a result that no call is known for came from `tool`. */
export function createToolNames(format: WireFormat): ToolNames {
  const names = new Map<string, string>();
  return {
    read(message) {
      for (const part of format.partsOf(message)) {
        if (part.kind === 'call' && part.callId !== undefined) names.set(part.callId, part.toolName);
      }
    },
    nameOf: ({ toolName, callId }) => toolName ?? (callId === undefined ? undefined : names.get(callId)) ?? 'tool',
  };
}
