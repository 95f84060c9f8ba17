import type { WireFormat } from '../../wire/wire-format.ts';
import type { Fault } from './fault.ts';
import type { Item } from './item.ts';

/** Leaves out what may only stand before another message of the model, where there is none behind it. */
export function leaveOutAlone(items: readonly Item[], format: WireFormat, faults: Fault[]): readonly Item[] {
  const { needsNext } = format.pairing;
  if (needsNext === undefined) return items;
  const kept: Item[] = [];
  for (const item of items.toReversed()) {
    const isAlone = needsNext(item.message) && kept.at(-1)?.role !== 'assistant';
    if (isAlone) faults.push({ index: item.index, kind: 'message-alone' });
    else kept.push(item);
  }
  return kept.reverse();
}
