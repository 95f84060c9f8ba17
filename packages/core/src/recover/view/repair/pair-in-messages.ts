import type { CallPart, ResultPart, WireFormat } from '../../wire/wire-format.ts';
import type { Fault } from './fault.ts';
import { type Item, type Placed, strayMessage, writeMissingResult } from './item.ts';
import type { FoundResult, Matches } from './match-results.ts';

/**
 * Puts results behind their calls where each result is a message of its own.
 *
 * Contract: the results of a turn's calls stand right behind it, in the order in which they came. A result that came
 * later is moved up; one that never came is written; one without a call is told as a text.
 */
export function pairInMessages(
  items: readonly Item[],
  matches: Matches,
  format: WireFormat,
  faults: Fault[],
): readonly Placed[] {
  const paired: Placed[] = [];
  const openings = openingsOf(items);
  let turn: Item[] = [];
  for (const [at, item] of items.entries()) {
    const [result] = item.results;
    if (result !== undefined) {
      if (!matches.taken.has(result)) paired.push(toText(item, result, format, faults));
      continue;
    }
    paired.push(item);
    if (item.role !== 'assistant') continue;
    turn.push(item);
    if (format.pairing.joinsTurns && items[at + 1]?.role === 'assistant') continue;
    const found = resultsOf(turn, matches, format, faults);
    for (const { item: from } of found.come) {
      if (openings.get(from) !== item) faults.push({ index: from.index, kind: 'result-out-of-place' });
    }
    paired.push(...found.come.map((come) => come.item), ...found.missing);
    turn = [];
  }
  return paired;
}

/** Tells for each result the message that the run of results it stands in is behind. */
function openingsOf(items: readonly Item[]): ReadonlyMap<Item, Item | undefined> {
  const openings = new Map<Item, Item | undefined>();
  let opening: Item | undefined;
  for (const item of items) {
    if (item.results.length === 0) opening = item;
    else openings.set(item, opening);
  }
  return openings;
}

function resultsOf(
  turn: readonly Item[],
  { resultOf }: Matches,
  format: WireFormat,
  faults: Fault[],
): { readonly come: readonly FoundResult[]; readonly missing: readonly Placed[] } {
  const come: FoundResult[] = [];
  const missing: Placed[] = [];
  for (const item of turn) {
    for (const call of item.calls) {
      const found = resultOf.get(call);
      if (found !== undefined) {
        come.push(found);
        continue;
      }
      faults.push({ index: item.index, kind: 'call-without-result', ...idOf(call) });
      missing.push({ message: writeMissingResult(item, call, format), index: item.index });
    }
  }
  return { come: come.sort((one, other) => one.item.index - other.item.index), missing };
}

function toText(item: Item, result: ResultPart, format: WireFormat, faults: Fault[]): Placed {
  faults.push({ index: item.index, kind: 'result-without-call', ...idOf(result) });
  return { message: strayMessage(item.message, result, format), index: item.index };
}

function idOf({ callId }: CallPart | ResultPart): { callId: string } | false {
  return callId !== undefined && { callId };
}
