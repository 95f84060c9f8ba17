import { replaceAt } from '../../wire/json.ts';
import type { CallPart, ResultPart, WireFormat } from '../../wire/wire-format.ts';
import type { Fault } from './fault.ts';
import type { Item } from './item.ts';
import type { Matches } from './match-results.ts';

/**
 * Gives calls ids of their own where an id was used before, and their results with them.
 *
 * Contract: the first call of an id keeps it; the others are numbered in their order, so that a longer transcript gets
 * the same ids. The items are changed.
 */
export function renameCalls(
  items: readonly Item[],
  { resultOf }: Matches,
  { pairing }: WireFormat,
  faults: Fault[],
): void {
  const used = new Set<string>();
  for (const item of items) {
    if (!pairing.uniqueIds) used.clear();
    for (const call of item.calls) {
      if (call.callId === undefined || call.idPath === undefined) continue;
      const callId = unusedId(call.callId, used);
      used.add(callId);
      if (callId === call.callId) continue;
      faults.push({ index: item.index, kind: 'call-id-repeated', callId: call.callId });
      rename(item, call, callId);
      const result = resultOf.get(call);
      if (result !== undefined) rename(result.item, result.part, callId);
    }
  }
}

/** Gives messages ids of their own where an API wants them to differ. The items are changed. */
export function renameMessages(items: readonly Item[], { pairing }: WireFormat, faults: Fault[]): void {
  if (!pairing.uniqueIds) return;
  const used = new Set<string>();
  for (const item of items) {
    const { id } = item.message;
    if (typeof id !== 'string') continue;
    const own = unusedId(id, used);
    used.add(own);
    if (own === id) continue;
    faults.push({ index: item.index, kind: 'message-repeated' });
    item.message = { ...item.message, id: own };
  }
}

function unusedId(callId: string, used: ReadonlySet<string>): string {
  let id = callId;
  for (let number = 2; used.has(id); number += 1) id = `${callId}_${number}`;
  return id;
}

function rename(item: Item, { idPath }: CallPart | ResultPart, callId: string): void {
  if (idPath !== undefined) item.message = replaceAt(item.message, idPath, callId);
}
