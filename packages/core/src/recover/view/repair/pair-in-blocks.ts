import type { JsonObject, JsonValue } from '../../wire/json.ts';
import type { WireFormat } from '../../wire/wire-format.ts';
import type { Fault } from './fault.ts';
import { type Item, type Placed, strayBlocks, writeMissingResult } from './item.ts';
import type { FoundResult, Matches } from './match-results.ts';

/** The results of a message's calls, of which those that nobody gave are written already. */
interface Owed {
  readonly by: Item;
  readonly results: readonly (FoundResult | JsonObject)[];
}

/**
 * Puts results behind their calls where results are the first blocks of the next message.
 *
 * Contract: a result that stands elsewhere is moved there; one that never came is written; one without a call is told
 * as a text.
 */
export function pairInBlocks(
  items: readonly Item[],
  matches: Matches,
  format: WireFormat,
  faults: Fault[],
): readonly Placed[] {
  const paired: Placed[] = [];
  let owed: Owed | undefined;
  for (const [at, item] of items.entries()) {
    const isPlace = owed !== undefined && item.role !== 'assistant';
    if (owed !== undefined && !isPlace) paired.push(resultMessage(owed, format));
    const message = settleBlocks(item, isPlace ? owed?.results : undefined, matches, format, faults);
    if (message !== undefined) paired.push({ message, index: item.index });
    owed = item.calls.length === 0 ? undefined : resultsOf(item, items[at + 1], matches, format, faults);
  }
  if (owed !== undefined) paired.push(resultMessage(owed, format));
  return paired;
}

function resultsOf(
  item: Item,
  next: Item | undefined,
  { resultOf }: Matches,
  format: WireFormat,
  faults: Fault[],
): Owed {
  const results = item.calls.map((call) => {
    const callId = call.callId !== undefined && { callId: call.callId };
    const found = resultOf.get(call);
    if (found === undefined) {
      faults.push({ index: item.index, kind: 'call-without-result', ...callId });
      return writeMissingResult(item, call, format);
    }
    if (found.item !== next) faults.push({ index: found.item.index, kind: 'result-out-of-place', ...callId });
    return found;
  });
  return { by: item, results };
}

function resultMessage({ by, results }: Owed, { pairing }: WireFormat): Placed {
  const blocks = results.map((result) => blockOf(result, pairing.blocksKey));
  return { message: { role: 'user', [pairing.blocksKey]: blocks }, index: by.index };
}

function blockOf(result: FoundResult | JsonObject, key: string): JsonValue {
  if (!isFound(result)) return result;
  return (result.item.message[key] as readonly JsonValue[])[result.part.path[1] as number] as JsonValue;
}

function isFound(result: FoundResult | JsonObject): result is FoundResult {
  return 'part' in result && 'item' in result;
}

/**
 * Gives a message the results that are owed there, and takes those out that are not; nothing where none of it is left.
 */
function settleBlocks(
  item: Item,
  owed: Owed['results'] | undefined,
  { taken }: Matches,
  format: WireFormat,
  faults: Fault[],
): JsonObject | undefined {
  const { message, index, results } = item;
  if (owed === undefined && results.length === 0) return message;
  const { blocksKey } = format.pairing;
  const own = blocksOf(item, format);
  const ownResults = new Map(results.map((part) => [part.path[1], part]));
  const owedHere = new Set(
    (owed ?? []).flatMap((result) => (isFound(result) && result.item === item ? [result.part] : [])),
  );
  const kept: JsonValue[] = [];
  const others: JsonValue[] = [];
  let hasStray = false;
  for (const [at, block] of own.entries()) {
    const result = ownResults.get(at);
    if (result === undefined) others.push(block);
    else if (owedHere.has(result)) kept.push(block);
    else if (!taken.has(result)) {
      hasStray = true;
      faults.push({
        index,
        kind: 'result-without-call',
        ...(result.callId !== undefined && { callId: result.callId }),
      });
      others.push(...strayBlocks(message, result, format));
    }
  }
  const moved = (owed ?? []).filter((result) => !isFound(result) || result.item !== item);
  const blocks = [...kept, ...moved.map((result) => blockOf(result, blocksKey)), ...others];
  if (blocks.length === own.length && blocks.every((block, at) => block === own[at])) return message;
  const isReordered = !hasStray && moved.length === 0 && blocks.length === own.length;
  if (isReordered) faults.push({ index, kind: 'result-out-of-place' });
  return blocks.length === 0 ? undefined : { ...message, [blocksKey]: blocks };
}

/** A message that is one string is one block. */
function blocksOf({ message }: Item, { pairing }: WireFormat): readonly JsonValue[] {
  const content = message[pairing.blocksKey];
  if (Array.isArray(content)) return content as readonly JsonValue[];
  return typeof content === 'string' ? [pairing.writeTextBlock(content)] : [];
}
