import { falseKind, nullKind, type PathNode, trueKind, valueKinds } from '../paths/path-node.ts';
import type { NumberEnd, NumberStats } from '../values/number-stats.ts';
import type { Order } from '../values/order.ts';
import { maxPlaces, type Places } from '../values/place.ts';
import type { TextStats } from '../values/text-stats.ts';
import type { ValueEntry } from '../values/value-table.ts';
import { distinctScalars } from './element-id.ts';
import type { Direction, EndFacts, NumberFacts, TextFacts, ValueFacts } from './facts.ts';
import { literalText } from './literal-text.ts';
import { toPlace, toPlaceFacts } from './place-facts.ts';

/** What is found in one of so many values, or fewer, is rare. */
const rareShare = 20;
/** Values that are each rare, but of which there are more, are a long tail and no exception. */
const maxRareValues = 4;
/** Longest number that is written whole. */
const maxNumberBytes = 48;

/** Tells of the numbers of a path. */
export function toNumberFacts(stats: NumberStats, id: readonly string[] | undefined): NumberFacts {
  return {
    count: stats.count,
    low: toEnd(stats.low, id),
    high: toEnd(stats.high, id),
    direction: toDirection(stats.order, stats.count),
    isGapless: stats.isGapless(),
  };
}

/** Tells of the strings of a path. */
export function toTextFacts(stats: TextStats): TextFacts {
  const low = stats.low.toBytes();
  const high = stats.high.toBytes();
  return {
    count: stats.count,
    minBytes: stats.minBytes,
    maxBytes: stats.maxBytes,
    ...(stats.hasEnds && { low: literalText(low, low.length, true), high: literalText(high, high.length, true) }),
    direction: toDirection(stats.order, stats.count),
    dataCount: stats.dataCount,
    ...(stats.dataKind?.mediaType !== undefined && { dataType: stats.dataKind.mediaType }),
  };
}

/**
 * Lists the different scalars of a path with their counts, most frequent first.
 *
 * Contract: `null`, `true` and `false` are among them; undefined where there are too many to count one by one. Places
 * are told of those few that are rare.
 */
export function toValueFacts(node: PathNode, id: readonly string[] | undefined): ValueFacts[] | undefined {
  const entries = node.table?.entries ?? [];
  if (node.table !== undefined && (entries.length === 0 || entries.length < distinctScalars(node))) return undefined;
  const words = [nullKind, trueKind, falseKind].flatMap((kind) => {
    const places = node.kinds[kind] as Places;
    return places.count === 0 ? [] : [{ text: valueKinds[kind] as string, isCut: false, places }];
  });
  const values = [...words, ...entries.map(toEntryValue)].sort((a, b) => b.places.count - a.places.count);
  const rare = values.filter(({ places }) => isRare(places.count, node.count));
  const areTold = values.length > 1 && rare.length <= maxRareValues;
  return values.map(({ text, isCut, places }) => {
    const told = areTold && isRare(places.count, node.count) ? toPlaceFacts(places.list, id) : [];
    return { text, isCut, count: places.count, places: told };
  });
}

/** Tells whether something found so many times among `all` is an exception. */
export function isRare(count: number, all: number): boolean {
  return count > 0 && count <= maxPlaces && count * rareShare <= all;
}

interface CountedValue {
  readonly text: string;
  readonly isCut: boolean;
  readonly places: Places;
}

function toEntryValue({ bytes, byteLength, isString, places }: ValueEntry): CountedValue {
  return { text: literalText(bytes, byteLength, isString), isCut: bytes.length < byteLength, places };
}

function toEnd({ literal, offset, line, place }: NumberEnd, id: readonly string[] | undefined): EndFacts {
  const bytes = literal.toBytes();
  const text = literalText(bytes.subarray(0, maxNumberBytes), bytes.length, false);
  return { text, offset, line, ...(place !== undefined && { place: toPlace(place, id, false) }) };
}

function toDirection(order: Order, count: number): Direction {
  if (!order.isSorted || count < 2) return 'none';
  if (order.steps === 0) return 'constant';
  return order.isRising ? 'up' : 'down';
}
