import { type JsonObject, type JsonValue, objectsIn } from '../../wire/json.ts';
import type { CallPart, WireFormat } from '../../wire/wire-format.ts';
import type { Fault, Placed } from './fault.ts';
import { callsIn, resultsIn, strayText } from './pair-parts.ts';
import { missingResultText, strayResultText } from './words.ts';

/** A block that holds a result, and the place it has in the transcript. */
interface ResultBlock {
  readonly block: JsonObject;
  readonly index: number;
  readonly callId: string | undefined;
  readonly toolName: string | undefined;
}

/**
 * Puts results behind their calls where results are the first blocks of the next message.
 *
 * Contract: as `pairByMessage`; where calls have no ids, results belong to them in their order.
 */
export function pairByBlock(placed: readonly Placed[], format: WireFormat, faults: Fault[]): Placed[] {
  const key = format.pairing.blocksKey as string;
  const unplaced = new Map<JsonObject, ResultBlock>();
  for (const item of placed) for (const block of resultBlocks(item, key, format)) unplaced.set(block.block, block);
  const paired: Placed[] = [];
  let owed: readonly ResultBlock[] = [];
  let owes = false;
  for (const [at, item] of placed.entries()) {
    const isResultPlace = owes && format.roleOf(item.message) !== 'assistant';
    if (owes && !isResultPlace) paired.push(resultMessage(owed, placed[at - 1] as Placed, key));
    const message = settle(item, isResultPlace ? owed : [], unplaced, key, format, faults);
    if (message !== undefined) paired.push({ message, index: item.index });
    const calls = callsIn(item.message, format);
    owes = calls.length > 0;
    owed = owes ? takeResults(calls, at, placed, unplaced, format, faults) : [];
  }
  const last = placed.at(-1);
  if (owes && last !== undefined) paired.push(resultMessage(owed, last, key));
  return paired;
}

function resultBlocks({ message, index }: Placed, key: string, format: WireFormat): ResultBlock[] {
  const blocks = message[key] as readonly JsonObject[];
  return resultsIn(message, format).map(({ path, callId, toolName }) => ({
    block: blocks[path[1] as number] as JsonObject,
    index,
    callId,
    toolName,
  }));
}

/** Finds the results of a message's calls among those without a place, wherever they stand behind it. */
function takeResults(
  calls: readonly CallPart[],
  at: number,
  placed: readonly Placed[],
  unplaced: Map<JsonObject, ResultBlock>,
  format: WireFormat,
  faults: Fault[],
): ResultBlock[] {
  const { index } = placed[at] as Placed;
  const place = placed[at + 1]?.index;
  const taken: ResultBlock[] = [];
  for (const call of calls) {
    const found = firstResult(unplaced.values(), index, call);
    const callId = call.callId !== undefined && { callId: call.callId };
    if (found === undefined) {
      faults.push({ index, kind: 'call-without-result', ...callId });
      const block = format.pairing.writeResult({ ...call, text: missingResultText });
      taken.push({ block, index, callId: call.callId, toolName: call.toolName });
      continue;
    }
    unplaced.delete(found.block);
    if (found.index !== place) faults.push({ index: found.index, kind: 'result-out-of-place', ...callId });
    taken.push(found);
  }
  return taken;
}

function firstResult(results: Iterable<ResultBlock>, behind: number, call: CallPart): ResultBlock | undefined {
  for (const result of results) if (result.index > behind && isResultOf(result, call)) return result;
  return undefined;
}

function isResultOf(result: ResultBlock, call: CallPart): boolean {
  if (call.callId !== undefined || result.callId !== undefined) return result.callId === call.callId;
  return result.toolName === call.toolName;
}

/** Gives a message the results that are owed there, and takes those out that are not; nothing where none of it is left. */
function settle(
  { message, index }: Placed,
  owed: readonly ResultBlock[],
  unplaced: Map<JsonObject, ResultBlock>,
  key: string,
  format: WireFormat,
  faults: Fault[],
): JsonObject | undefined {
  const own = blocksOf(message, key, format);
  const owedHere = new Set<JsonValue>(owed.map(({ block }) => block));
  const results = own.filter((block) => owedHere.has(block));
  const moved = owed.filter(({ block }) => !own.includes(block)).map(({ block }) => block);
  const known = new Set<JsonValue>(resultsOf(message, key, format));
  const others = own.flatMap((block) => {
    if (owedHere.has(block)) return [];
    if (!known.has(block)) return [block];
    const stray = unplaced.get(block as JsonObject);
    if (stray === undefined) return [];
    unplaced.delete(stray.block);
    faults.push({ index, kind: 'result-without-call', ...(stray.callId !== undefined && { callId: stray.callId }) });
    return [strayBlock(stray, message, key, format)];
  });
  const blocks = [...results, ...moved, ...others];
  if (blocks.length === own.length && blocks.every((block, at) => block === own[at])) return message;
  if (moved.length === 0 && blocks.length === own.length && others.length + results.length === own.length) {
    faults.push({ index, kind: 'result-out-of-place' });
  }
  return blocks.length === 0 ? undefined : { ...message, [key]: blocks };
}

/** A message that is one string is one block. */
function blocksOf(message: JsonObject, key: string, format: WireFormat): readonly JsonValue[] {
  const content = message[key];
  if (Array.isArray(content)) return content as readonly JsonValue[];
  return typeof content === 'string' && format.pairing.writeTextBlock ? [format.pairing.writeTextBlock(content)] : [];
}

function resultsOf(message: JsonObject, key: string, format: WireFormat): readonly JsonObject[] {
  return resultBlocks({ message, index: 0 }, key, format).map(({ block }) => block);
}

function strayBlock({ block }: ResultBlock, message: JsonObject, key: string, format: WireFormat): JsonObject {
  const at = objectsIn(message[key]).find(({ value }) => value === block)?.index;
  const part = resultsIn(message, format).find(({ path }) => path[1] === at);
  const text = `${strayResultText}\n${strayText(message, part)}`;
  return format.pairing.writeTextBlock?.(text) ?? { text };
}

function resultMessage(owed: readonly ResultBlock[], { index }: Placed, key: string): Placed {
  return { message: { role: 'user', [key]: owed.map(({ block }) => block) }, index };
}
