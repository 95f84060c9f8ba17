import { LiteralBuffer } from '../values/literal-buffer.ts';
import type { NumberStats } from '../values/number-stats.ts';
import { Places, type Snapshot } from '../values/place.ts';
import type { TextStats } from '../values/text-stats.ts';
import type { ValueTable } from '../values/value-table.ts';
import { keyText } from './key-text.ts';
import type { MapKeys } from './map-keys.ts';

/** What a path ends in: the document, a key, the items of an array, or the values of a map. */
export type PathKind = 'root' | 'key' | 'items' | 'values' | 'long-keys';

/** The kinds of value, in the order of `PathNode.kinds`. */
export const valueKinds: readonly string[] = ['null', 'true', 'false', 'number', 'string', 'object', 'array'];
export const nullKind = 0;
export const trueKind = 1;
export const falseKind = 2;
export const numberKind = 3;
export const stringKind = 4;
export const objectKind = 5;
export const arrayKind = 6;

/** Places that are kept of one path. */
export const maxPlaces = 64;

/** Least and most of something. */
export interface Span {
  least: number;
  most: number;
}

/** What was found at one path of the document, such as `rows[].status`. */
export class PathNode {
  readonly kind: PathKind;
  /** As it stands in the content where it was met first. */
  readonly key: Uint8Array;
  /** The same, to be compared with. */
  readonly keyCopy: LiteralBuffer = new LiteralBuffer();
  /** Whether the key stands there with escapes, so that the same key may look different elsewhere. */
  readonly isEscaped: boolean;
  /** Levels from the root. */
  readonly depth: number;
  /** Arrays and maps on the way from the root, this path's own step included. */
  readonly collections: number;
  parent: PathNode | undefined;
  children: PathNode[] = [];
  hasEscapedChild = false;
  childByHash: Map<number, PathNode> | undefined;
  keyHash = 0;
  /** Place among the parent's children. */
  index = 0;
  /** The node of the items of an array here. */
  items: PathNode | undefined;
  /** The node of all values of an object here whose keys are data. */
  values: PathNode | undefined;
  mapKeys: MapKeys | undefined;
  longKeys: PathNode | undefined;

  /** Values found here, whatever their kind. */
  count = 0;
  readonly kinds: Places[] = valueKinds.map(() => new Places());
  /** Bytes of the objects and arrays. */
  byteTotal = 0;
  largestBytes = 0;
  largestOffset = 0.5;
  largestLine = 0;
  /** The beginning of the first number or string, without quotes, and its whole length. */
  sample: Uint8Array | undefined;
  sampleBytes = 0;
  isSampleString = false;
  firstItem: Snapshot | undefined;
  readonly itemCounts: Span = { least: Number.POSITIVE_INFINITY, most: 0 };
  readonly keyCounts: Span = { least: Number.POSITIVE_INFINITY, most: 0 };
  longestKey = 0;
  numbers: NumberStats | undefined;
  texts: TextStats | undefined;
  table: ValueTable | undefined;

  /** Places of kinds and values here that may still be kept. */
  placesLeft: number = maxPlaces;
  /** Not before there are so many values is it tried to make room for more. */
  thinAt = 0;
  /** The object in which this key was seen last. */
  seenIn = 0;
  /** Whether all objects so far, but for those in `missing`, have this key. */
  isRequired = false;
  requiredChildren = 0;
  readonly missing: Places = new Places();
  /** Times that this key stood in an object once more. */
  duplicates = 0;

  constructor(kind: PathKind, parent: PathNode | undefined, key: Uint8Array, isRepeated: boolean) {
    this.kind = kind;
    this.parent = parent;
    this.key = key;
    this.isEscaped = key.includes(0x5c);
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.collections = (parent?.collections ?? 0) + (isRepeated ? 1 : 0);
  }

  /** The key, with its escapes undone. */
  get name(): string {
    this.#name ??= keyText(this.key);
    return this.#name;
  }
  #name: string | undefined;
}
