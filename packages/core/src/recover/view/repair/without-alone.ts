import type { WireFormat } from '../../wire/wire-format.ts';
import type { Fault, Placed } from './fault.ts';

/** Leaves out what may only stand before another message of the model, where there is none behind it. */
export function withoutAlone(placed: readonly Placed[], format: WireFormat, faults: Fault[]): readonly Placed[] {
  const { needsNext } = format.pairing;
  if (needsNext === undefined) return placed;
  const kept: Placed[] = [];
  for (const item of placed.toReversed()) {
    const next = kept.at(-1)?.message;
    const isAlone = needsNext(item.message) && (next === undefined || format.roleOf(next) !== 'assistant');
    if (isAlone) faults.push({ index: item.index, kind: 'message-alone' });
    else kept.push(item);
  }
  return kept.reverse();
}
