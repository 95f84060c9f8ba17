import type { CallPart, ResultPart } from '../../wire/wire-format.ts';
import type { Item } from './item.ts';

/** A result, and the message it stands in. */
export interface FoundResult {
  readonly item: Item;
  readonly part: ResultPart;
}

/** Which result belongs to which call. */
export interface Matches {
  readonly resultOf: ReadonlyMap<CallPart, FoundResult>;
  readonly taken: ReadonlySet<ResultPart>;
  /** Nothing has no counterpart. */
  readonly isWhole: boolean;
}

/**
 * Finds the result of each call: the first one of its id behind it that no call before it has, up to the next call of
 * that id, since some servers count their calls anew in each turn.
 *
 * Contract: results without an id belong to the calls of their tool in their order. Costs one pass.
 */
export function matchResults(items: readonly Item[]): Matches {
  const waiting = queueResults(items);
  const ends = findEnds(items);
  const resultOf = new Map<CallPart, FoundResult>();
  const taken = new Set<ResultPart>();
  let openCount = 0;
  for (const item of items) {
    openCount += item.calls.length + item.results.length;
    for (const call of item.calls) {
      const end = ends.get(call) ?? Number.POSITIVE_INFINITY;
      const byId = call.callId === undefined ? undefined : waiting.byId.get(call.callId);
      const found =
        takeBetween(byId, item.index, end) ?? takeBetween(waiting.byName.get(call.toolName), item.index, end);
      if (found === undefined) continue;
      resultOf.set(call, found);
      taken.add(found.part);
      openCount -= 2;
    }
  }
  return { resultOf, taken, isWhole: openCount === 0 };
}

/** Results of one key in their order; `next` is the first that may still be taken. */
interface Queue {
  readonly results: FoundResult[];
  next: number;
}

interface Waiting {
  readonly byId: Map<string, Queue>;
  /** Those without an id. */
  readonly byName: Map<string | undefined, Queue>;
}

function queueResults(items: readonly Item[]): Waiting {
  const waiting: Waiting = { byId: new Map(), byName: new Map() };
  for (const item of items) {
    for (const part of item.results) {
      if (part.callId === undefined) enqueue(waiting.byName, part.toolName, { item, part });
      else enqueue(waiting.byId, part.callId, { item, part });
    }
  }
  return waiting;
}

function enqueue<Key>(queues: Map<Key, Queue>, key: Key, result: FoundResult): void {
  const queue = queues.get(key);
  if (queue === undefined) queues.set(key, { results: [result], next: 0 });
  else queue.results.push(result);
}

/**
 * Tells for each call, where there is one, which later message has the next call of the same id, or of its tool where
 * it has no id.
 */
function findEnds(items: readonly Item[]): ReadonlyMap<CallPart, number> {
  const ends = new Map<CallPart, number>();
  const next = new Map<string, { readonly index: number; readonly end: number | undefined }>();
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const { calls, index } = items[at] as Item;
    for (const call of calls) {
      const key = call.callId ?? `name ${call.toolName}`;
      const later = next.get(key);
      const end = later === undefined || later.index > index ? later?.index : later.end;
      next.set(key, { index, end });
      if (end !== undefined) ends.set(call, end);
    }
  }
  return ends;
}

function takeBetween(queue: Queue | undefined, from: number, end: number): FoundResult | undefined {
  if (queue === undefined) return undefined;
  while ((queue.results[queue.next]?.item.index ?? end) <= from) queue.next += 1;
  const found = queue.results[queue.next];
  if (found === undefined || found.item.index >= end) return undefined;
  queue.next += 1;
  return found;
}
