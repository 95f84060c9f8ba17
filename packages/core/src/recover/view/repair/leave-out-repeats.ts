import { toJsonText } from '../../wire/json.ts';
import type { WireFormat } from '../../wire/wire-format.ts';
import type { Fault } from './fault.ts';
import type { Item } from './item.ts';
import type { Matches } from './match-results.ts';

/**
 * Leaves out messages that were written twice: with the same ids and the same bytes as another one.
 *
 * Contract: a message whose calls or results have their counterparts is kept, as some servers use ids again; so is a
 * call where an API takes an id twice.
 */
export function leaveOutRepeats(
  items: readonly Item[],
  matches: Matches,
  format: WireFormat,
  faults: Fault[],
): readonly Item[] {
  if (matches.isWhole && !format.pairing.uniqueIds) return items;
  const kept = new Map<string, Item>();
  const gone = new Set<Item>();
  for (const item of items) {
    const id = idOf(item, format);
    if (id === undefined) continue;
    const before = kept.get(id);
    if (before === undefined || toJsonText(before.message) !== toJsonText(item.message)) {
      kept.set(id, item);
      continue;
    }
    const repeat = [item, before].find((one) => !isMatched(one, matches));
    if (repeat !== undefined) gone.add(repeat);
    if (repeat !== item) kept.set(id, item);
  }
  if (gone.size === 0) return items;
  for (const { index } of gone) faults.push({ index, kind: 'message-repeated' });
  return items.filter((item) => !gone.has(item));
}

function idOf({ message, calls, results }: Item, format: WireFormat): string | undefined {
  if (format.pairing.uniqueIds && typeof message.id === 'string') return `item ${message.id}`;
  const [call] = calls;
  if (call !== undefined)
    return format.pairing.uniqueIds && call.callId !== undefined ? `call ${call.callId}` : undefined;
  const callId = results[0]?.callId;
  return callId && `result ${callId}`;
}

function isMatched({ calls, results }: Item, { resultOf, taken }: Matches): boolean {
  return calls.some((call) => resultOf.has(call)) || results.some((result) => taken.has(result));
}
