import { type JsonObject, toJsonText } from '../../wire/json.ts';
import type { WireFormat } from '../../wire/wire-format.ts';
import type { Fault, Placed } from './fault.ts';
import { callsIn } from './pair-parts.ts';

/** Leaves out a message that stands in a transcript twice with the same ids, where ids have to differ. */
export function withoutRepeats(messages: readonly JsonObject[], format: WireFormat, faults: Fault[]): Placed[] {
  const seen = new Map<string, string>();
  return messages.flatMap((message, index) => {
    const id = format.pairing.uniqueIds ? idOf(message, format) : undefined;
    if (id === undefined) return [{ message, index }];
    const text = toJsonText(message);
    if (seen.get(id) === text) {
      faults.push({ index, kind: 'message-repeated' });
      return [];
    }
    seen.set(id, text);
    return [{ message, index }];
  });
}

function idOf(message: JsonObject, format: WireFormat): string | undefined {
  return typeof message.id === 'string' ? `item ${message.id}` : callsIn(message, format)[0]?.callId;
}
