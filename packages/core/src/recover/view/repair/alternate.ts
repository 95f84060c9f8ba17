import type { JsonObject, JsonValue } from '../../wire/json.ts';
import type { WireFormat } from '../../wire/wire-format.ts';
import type { Fault, Placed } from './fault.ts';
import { missingStartText } from './words.ts';

/** Joins neighbours of one role, and begins with a person, where an API wants turns to alternate. */
export function alternate(placed: readonly Placed[], format: WireFormat, faults: Fault[]): Placed[] {
  const key = format.pairing.blocksKey;
  if (!format.pairing.alternates || key === undefined) return [...placed];
  const turns: Placed[] = [];
  for (const item of placed) {
    const last = turns.at(-1);
    if (last === undefined && format.roleOf(item.message) === 'assistant') {
      turns.push({ message: format.pairing.writeText(missingStartText), index: item.index });
      faults.push({ index: item.index, kind: 'role-order' });
    }
    if (last === undefined || format.roleOf(last.message) !== format.roleOf(item.message)) {
      turns.push(item);
      continue;
    }
    faults.push({ index: item.index, kind: 'role-order' });
    turns[turns.length - 1] = { message: join(last.message, item.message, key), index: last.index };
  }
  return turns;
}

function join(first: JsonObject, second: JsonObject, key: string): JsonObject {
  return { ...first, [key]: [...(first[key] as readonly JsonValue[]), ...(second[key] as readonly JsonValue[])] };
}
