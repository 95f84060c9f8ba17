import type { ResultPart, WireFormat } from '../../wire/wire-format.ts';
import type { Fault, Placed } from './fault.ts';
import { callsIn, resultsIn, strayText } from './pair-parts.ts';
import { missingResultText, strayResultText } from './words.ts';

/**
 * Puts results behind their calls where each result is a message of its own.
 *
 * Contract: the results of a turn's calls stand right behind it, in the order in which they came. A result that came later is moved up; one that never came is written; one
 * without a call is told as a text.
 */
export function pairByMessage(placed: readonly Placed[], format: WireFormat, faults: Fault[]): Placed[] {
  const unplaced = new Set<Placed>(placed.filter(({ message }) => resultsIn(message, format).length > 0));
  const paired: Placed[] = [];
  let turn: Placed[] = [];
  for (const [at, item] of placed.entries()) {
    if (resultsIn(item.message, format).length > 0) {
      if (unplaced.delete(item)) paired.push(toText(item, format, faults));
      continue;
    }
    paired.push(item);
    if (format.roleOf(item.message) !== 'assistant') continue;
    turn.push(item);
    const next = placed[at + 1]?.message;
    if (format.pairing.joinsTurns && next !== undefined && format.roleOf(next) === 'assistant') continue;
    paired.push(...resultsOf(turn, at, placed, unplaced, format, faults));
    turn = [];
  }
  return paired;
}

/** Takes the results of a turn's calls out of those that have no place yet. */
function resultsOf(
  turn: readonly Placed[],
  end: number,
  placed: readonly Placed[],
  unplaced: Set<Placed>,
  format: WireFormat,
  faults: Fault[],
): Placed[] {
  const open = new Map(
    turn.flatMap(({ message, index }) => callsIn(message, format).map((call) => [call.callId, { call, index }])),
  );
  const found: Placed[] = [];
  let isBehind = true;
  for (let at = end + 1; at < placed.length && open.size > 0; at += 1) {
    const item = placed[at] as Placed;
    const [result] = resultsIn(item.message, format);
    if (result === undefined) {
      isBehind = false;
      if (callsIn(item.message, format).some(({ callId }) => open.has(callId))) break;
      continue;
    }
    if (!unplaced.has(item) || !open.delete(result.callId)) continue;
    unplaced.delete(item);
    found.push(item);
    if (!isBehind) faults.push({ index: item.index, kind: 'result-out-of-place', ...idOf(result) });
  }
  for (const [callId, { call, index }] of open) {
    faults.push({ index, kind: 'call-without-result', ...(callId !== undefined && { callId }) });
    found.push({ message: format.pairing.writeResult({ ...call, text: missingResultText }), index });
  }
  return found;
}

function toText(item: Placed, format: WireFormat, faults: Fault[]): Placed {
  const [result] = resultsIn(item.message, format);
  faults.push({ index: item.index, kind: 'result-without-call', ...idOf(result) });
  const text = `${strayResultText}\n${strayText(item.message, result)}`;
  return { message: format.pairing.writeText(text), index: item.index };
}

function idOf(result: ResultPart | undefined): { callId: string } | false {
  return result?.callId !== undefined && { callId: result.callId };
}
