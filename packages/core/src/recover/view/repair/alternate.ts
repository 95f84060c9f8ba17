import type { JsonObject, JsonValue } from '../../wire/json.ts';
import { pairPartsOf } from '../../wire/parts.ts';
import type { WireFormat } from '../../wire/wire-format.ts';
import type { Fault } from './fault.ts';
import type { Placed } from './item.ts';
import { missingStartText } from './words.ts';

/** Joins neighbours of one role, and begins with a person, where an API wants turns to alternate. */
export function alternate(placed: readonly Placed[], format: WireFormat, faults: Fault[]): readonly Placed[] {
  const { alternates, blocksKey, writeText } = format.pairing;
  if (!alternates) return placed;
  const turns: Placed[] = [];
  let lastRole: string | undefined;
  for (const item of placed) {
    const { role } = pairPartsOf(item.message, format);
    const last = turns.at(-1);
    if (last === undefined && role === 'assistant') {
      turns.push({ message: writeText(missingStartText), index: item.index });
      faults.push({ index: item.index, kind: 'role-order' });
    }
    if (last === undefined || lastRole !== role) turns.push(item);
    else {
      faults.push({ index: item.index, kind: 'role-order' });
      turns[turns.length - 1] = { message: join(last.message, item.message, blocksKey), index: last.index };
    }
    lastRole = role;
  }
  return turns;
}

function join(first: JsonObject, second: JsonObject, key: string): JsonObject {
  return { ...first, [key]: [...blocksOf(first, key), ...blocksOf(second, key)] };
}

function blocksOf(message: JsonObject, key: string): readonly JsonValue[] {
  const blocks = message[key];
  return Array.isArray(blocks) ? (blocks as readonly JsonValue[]) : [];
}
