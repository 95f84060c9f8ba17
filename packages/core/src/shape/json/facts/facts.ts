import type { Description } from '../../shape.ts';
import type { DuplicateKey } from '../paths/duplicates.ts';
import type { PathKind } from '../paths/path-node.ts';
import type { Fault } from '../tokens/faults.ts';

/** Where something stands, ready to be written. */
export interface PlaceFacts {
  /** Path of the element that holds it; empty where the line alone says it. */
  readonly path: string;
  readonly offset: number;
  readonly line: number;
  /** What tells the element from the others, such as `id 10413`. */
  readonly id?: string;
  /** The element itself, or its beginning, where it begins, and its length unless the content ends within it. */
  readonly element?: string;
  readonly elementOffset?: number;
  readonly elementBytes?: number;
}

/** One of the few values of a path. */
export interface ValueFacts {
  /** As it stands in the content, quotes included. */
  readonly text: string;
  readonly isCut: boolean;
  readonly count: number;
  readonly places: readonly PlaceFacts[];
}

/** How values are sorted. */
export type Direction = 'up' | 'down' | 'constant' | 'none';

/** One end of the range of numbers. */
export interface EndFacts {
  readonly text: string;
  readonly offset: number;
  readonly line: number;
  readonly place?: PlaceFacts;
}

export interface NumberFacts {
  readonly count: number;
  readonly low: EndFacts;
  readonly high: EndFacts;
  readonly direction: Direction;
  /** Every integer of the range stands there once. */
  readonly isGapless: boolean;
}

export interface TextFacts {
  readonly count: number;
  readonly minBytes: number;
  readonly maxBytes: number;
  /** Lowest and highest, where they are dates or come sorted. */
  readonly low?: string;
  readonly high?: string;
  readonly direction: Direction;
  /** Strings of base64, and the media type of the first. */
  readonly dataCount: number;
  readonly dataType?: string;
}

/** What is known of one path. */
export interface PathFacts {
  readonly path: string;
  readonly kind: PathKind;
  readonly name: string;
  /** The key as it stands in the content, without quotes, where it differs from `name`. */
  readonly source?: string;
  /** Index of the path above, or -1. */
  readonly parent: number;
  readonly collections: number;
  readonly count: number;
  /** Objects that have the key, and all objects there are. */
  readonly presence: number;
  readonly of: number;
  /** Counts in the order of `valueKinds`. */
  readonly kinds: readonly number[];
  /** Bytes of the objects and arrays. */
  readonly byteTotal: number;
  readonly largestBytes: number;
  readonly largestOffset: number;
  readonly largestLine: number;
  /** The first keys of the objects here, in order; how many objects have them where not all do. */
  readonly keys: readonly { readonly name: string; readonly presence?: number }[];
  readonly keyCount: number;
  readonly longestKey: number;
  readonly itemCounts?: { readonly least: number; readonly most: number };
  readonly keyCounts?: { readonly least: number; readonly most: number };
  readonly mapKeys?: { readonly count: number; readonly first: string; readonly last: string; readonly prefix: string };
  readonly numbers?: NumberFacts;
  readonly texts?: TextFacts;
  /** The different scalars with their counts, most frequent first; absent where there are too many. */
  readonly values?: readonly ValueFacts[];
  readonly distinct: number;
  readonly isDistinctExact: boolean;
  readonly sample?: string;
  readonly firstItem?: string;
  /** Objects that lack a key which most have. */
  readonly missing: readonly PlaceFacts[];
  /** All objects that have a key which few have. */
  readonly presentAt: readonly PlaceFacts[];
  /** Kinds of value that are rare here, with all their places. */
  readonly rareKinds: readonly { readonly kind: string; readonly places: readonly PlaceFacts[] }[];
}

/** What a JSON description keeps for its preview. Plain data, at most about 2 MiB. */
export interface JsonDetails {
  readonly isLines: boolean;
  /** The content was read as UTF-8 made from another encoding: byte offsets are not those of the content itself. */
  readonly isTranscoded?: boolean;
  /** Parents before children, in the order of the content; the first is the content itself. */
  readonly paths: readonly PathFacts[];
  readonly rootCount: number;
  readonly blankLines: number;
  readonly lineCount: number;
  readonly byteLength: number;
  readonly hardFault?: Fault;
  readonly smallFault?: Fault;
  readonly smallFaults: number;
  readonly faultyLines: number;
  readonly toldLines: readonly Fault[];
  readonly deepest: number;
  readonly deepestOffset: number;
  readonly duplicates: number;
  readonly toldDuplicates: readonly DuplicateKey[];
  readonly untrackedValues: number;
  /** How values follow their keys: bits as in `key-gaps.ts`. */
  readonly gaps: number;
}

/** Takes the details out of a description of JSON. */
export function detailsOf({ details, encoding }: Description): JsonDetails {
  return encoding === 'utf-8' ? (details as JsonDetails) : { ...(details as JsonDetails), isTranscoded: true };
}
