import { type JsonObject, listIn } from '../../wire/json.ts';
import { pairPartsOf } from '../../wire/parts.ts';
import type { WireFormat } from '../../wire/wire-format.ts';
import type { Fault } from './fault.ts';
import type { Placed } from './item.ts';
import { missingStartText } from './words.ts';

/** Puts a person's message first where an API wants one there. */
export function beginWithPerson(placed: readonly Placed[], format: WireFormat, faults: Fault[]): readonly Placed[] {
  const { beginsWithPerson, writeText } = format.pairing;
  const first = placed[0];
  if (!beginsWithPerson || first === undefined || pairPartsOf(first.message, format).role !== 'assistant')
    return placed;
  faults.push({ index: first.index, kind: 'role-order' });
  return [{ message: writeText(missingStartText), index: first.index }, ...placed];
}

/** Joins neighbours of one role where an API wants turns to alternate. */
export function alternate(placed: readonly Placed[], format: WireFormat, faults: Fault[]): readonly Placed[] {
  const { alternates, blocksKey } = format.pairing;
  if (!alternates) return placed;
  const turns: Placed[] = [];
  let lastRole: string | undefined;
  for (const item of placed) {
    const { role } = pairPartsOf(item.message, format);
    const last = turns.at(-1);
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
  return { ...first, [key]: [...listIn(first[key]), ...listIn(second[key])] };
}
