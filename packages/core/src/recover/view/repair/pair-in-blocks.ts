import type { JsonObject, JsonValue } from '../../wire/json.ts';
import type { ResultPart, WireFormat } from '../../wire/wire-format.ts';
import type { Fault } from './fault.ts';
import { type Item, type Placed, personMessage, strayBlocks, strayMessage, writeMissingResult } from './item.ts';
import type { FoundResult, Matches } from './match-results.ts';

/** The results of a message's calls, of which those that nobody gave are written already. */
interface Owed {
  readonly by: Item;
  readonly results: readonly (FoundResult | JsonObject)[];
}

/**
 * Puts results behind their calls where results are blocks of the next message, of which they are the first where a
 * person may say something in it too.
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
    const isPlace = owed !== undefined && takesResults(item, format);
    if (owed !== undefined && !isPlace) paired.push(resultMessage(owed, format));
    for (const message of settleBlocks(item, isPlace ? owed?.results : undefined, matches, format, faults)) {
      paired.push({ message, index: item.index });
    }
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
  return { message: pairing.writeResults?.(blocks) ?? personMessage(blocks, pairing), index: by.index };
}

function takesResults({ role }: Item, { pairing }: WireFormat): boolean {
  return pairing.writeResults === undefined ? role !== 'assistant' : role === 'tool';
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
 * What has no call is told in the message, or behind it where no text may stand beside results.
 */
function settleBlocks(
  item: Item,
  owed: Owed['results'] | undefined,
  { taken }: Matches,
  format: WireFormat,
  faults: Fault[],
): readonly JsonObject[] {
  const { message, index, results } = item;
  if (owed === undefined && results.length === 0) return [message];
  const { blocksKey, writeResults } = format.pairing;
  const stray = new Set(results.filter((part) => !taken.has(part)));
  for (const { callId } of stray) {
    faults.push({ index, kind: 'result-without-call', ...(callId !== undefined && { callId }) });
  }
  const own = blocksOf(item, format);
  const isOwn = (result: FoundResult | JsonObject): result is FoundResult => isFound(result) && result.item === item;
  const here = new Set((owed ?? []).filter(isOwn).map(({ part }) => part));
  const moved = (owed ?? []).filter((result) => !isOwn(result)).map((result) => blockOf(result, blocksKey));
  const blocks = layOut({ own, here, moved, stray }, item, format);
  const told = writeResults === undefined ? [] : [...stray].map((part) => strayMessage(message, part, format));
  if (blocks.length === own.length && blocks.every((block, at) => block === own[at])) return [message];
  const isReordered = stray.size === 0 && moved.length === 0 && blocks.length === own.length;
  if (isReordered) faults.push({ index, kind: 'result-out-of-place' });
  return blocks.length === 0 ? told : [{ ...message, [blocksKey]: blocks }, ...told];
}

/** What a message has, which results are owed there, which have no call, and what comes from elsewhere. */
interface Blocks {
  readonly own: readonly JsonValue[];
  readonly here: ReadonlySet<ResultPart>;
  readonly stray: ReadonlySet<ResultPart>;
  readonly moved: readonly JsonValue[];
}

/** Puts results before what a person says; where a person says nothing beside them, blocks keep their order. */
function layOut({ own, here, stray, moved }: Blocks, item: Item, format: WireFormat): readonly JsonValue[] {
  const isPersons = format.pairing.writeResults === undefined;
  const partAt = new Map(item.results.map((part) => [part.path[1], part]));
  const kept: JsonValue[] = [];
  const others: JsonValue[] = [];
  for (const [at, block] of own.entries()) {
    const part = partAt.get(at);
    if (part === undefined) (isPersons ? others : kept).push(block);
    else if (here.has(part)) kept.push(block);
    else if (isPersons && stray.has(part)) others.push(...strayBlocks(item.message, part, format));
  }
  return [...kept, ...moved, ...others];
}

/** A message that is one string is one block. */
function blocksOf({ message }: Item, { pairing }: WireFormat): readonly JsonValue[] {
  const content = message[pairing.blocksKey];
  if (Array.isArray(content)) return content as readonly JsonValue[];
  return typeof content === 'string' ? [pairing.writeTextBlock(content)] : [];
}
