import type { TextEncoding } from '../../bytes/byte-source.ts';
import { concatBytes } from '../../bytes/concat.ts';
import { createDecoder } from '../../bytes/decode.ts';
import { byteOrderMarkLength } from '../../bytes/encoding.ts';
import { type Documents, readDocuments } from './documents.ts';
import { type JsonPath, type Location, maxPathLength, parseJsonPath } from './json-path.ts';
import { locateValues, type ValueKind, type ValuePlace } from './locate-values.ts';
import { formatLocation } from './path-text.ts';
import { tooLarge } from './query-error.ts';
import { createUnitMap } from './unit-map.ts';

/** One query, as data that can go to another thread. */
export interface QueryTask {
  /** All bytes of the content. */
  readonly bytes: Uint8Array;
  readonly encoding: Exclude<TextEncoding, 'binary'>;
  readonly path: string;
  /** 1-based match to begin with, and the byte of the content to go on at where it was cut; 0 = at its start. */
  readonly from: { readonly match: number; readonly offset: number };
  /** Bytes of matches that can be shown; 0 = count only. */
  readonly maxBytes: number;
}

/** One match, or the first bytes of what is left of it. */
export interface FoundValue {
  /** As `formatLocation` writes it, up to `maxPathLength`. */
  readonly path: string;
  readonly kind: ValueKind;
  /** Items of an array, members of an object. */
  readonly size: number;
  /** Where it stands in the content: bytes, end exclusive. */
  readonly offset: number;
  readonly endOffset: number;
  /** Where `json` begins; more than `offset` where an earlier answer showed what is before. */
  readonly fromOffset: number;
  /** UTF-8, as it stands in the content. */
  readonly json: Uint8Array;
  /** `json` goes to the end of the match. */
  readonly isComplete: boolean;
}

/** What a query found. */
export interface QueryOutcome {
  readonly format: Documents['format'];
  /** Documents of JSON Lines; 1 of JSON. */
  readonly documentCount: number;
  readonly faultyLines: number;
  readonly firstFaultyLine?: number;
  readonly matchCount: number;
  /** From the match that was asked for, as many as can be shown. */
  readonly matches: readonly FoundValue[];
  /** A key on the way to a match stands in its object more than once. */
  readonly hasDuplicates: boolean;
  /** A pattern of a filter that is no regular expression, and so matched nothing; its beginning. */
  readonly wrongPattern?: string;
  /** What the path begins at. */
  readonly root: {
    readonly kind: 'array' | 'object' | 'scalar';
    readonly size: number;
    readonly keys: readonly string[];
  };
}

/** A row of an answer costs at least this much. */
const minRowBytes = 5;
/** White space that is left out makes a match shorter than its bytes. */
const maxFolding = 4;
const shownKeys = 12;
const shownTextLength = 100;

/**
 * Runs one query over a content in memory.
 *
 * Contract: holds the content, its text and its parsed form at once; takes no account of time. Counts all matches, and
 * keeps those that an answer of `maxBytes` can show.
 * @throws SpillwayError `path-invalid`, `not-json`; `query-too-large` where the content is nested deeper than the stack.
 */
export function runQuery(task: QueryTask): QueryOutcome {
  try {
    return find(task);
  } catch (error) {
    throw error instanceof RangeError
      ? tooLarge('It is nested deeper than a path can follow', task.bytes.length)
      : error;
  }
}

function find(task: QueryTask): QueryOutcome {
  const path = parseJsonPath(task.path);
  const text = toUtf8(task);
  const documents = readDocuments(text.bytes, task.encoding !== 'utf-8');
  // The array of all documents is no value that stands anywhere: what is asked for is its items.
  const isAllLines = documents.format === 'json-lines' && path.text === '$';
  const { matchCount, locations } = collect(isAllLines ? parseJsonPath('$[*]') : path, documents.root, task);
  const { wrongPattern } = path;
  const { places, hasDuplicates } = placesOf(text.bytes, documents, locations);
  return {
    format: documents.format,
    documentCount: documents.format === 'json' ? 1 : documents.lines.length,
    faultyLines: documents.faultyLines,
    ...(documents.firstFaultyLine !== undefined && { firstFaultyLine: documents.firstFaultyLine }),
    matchCount,
    matches: cutMatches(task, text, locations, places),
    hasDuplicates,
    ...(wrongPattern !== undefined && { wrongPattern: shorten(wrongPattern) }),
    root: describeRoot(documents.root),
  };
}

/** The content as UTF-8, and how positions in it stand to those in the content. */
interface Utf8Content {
  readonly bytes: Uint8Array;
  toSource(offset: number): number;
  fromSource(offset: number): number;
}

function toUtf8({ bytes, encoding }: QueryTask): Utf8Content {
  if (encoding === 'utf-8') return { bytes, toSource: (offset) => offset, fromSource: (offset) => offset };
  const mark = byteOrderMarkLength(bytes, encoding);
  const decoder = createDecoder(encoding);
  const decoded = concatBytes([decoder.write(bytes), decoder.end()]);
  const units = createUnitMap(decoded);
  return {
    bytes: decoded,
    toSource: (offset) => mark + units.toUnits(offset) * 2,
    fromSource: (offset) => units.toOffset((offset - mark) / 2),
  };
}

function collect(
  path: JsonPath,
  root: unknown,
  { from, maxBytes }: QueryTask,
): { matchCount: number; locations: Location[] } {
  const end = from.match + Math.ceil(maxBytes / minRowBytes);
  const locations: Location[] = [];
  let matchCount = 0;
  for (const location of path.locate(root)) {
    matchCount++;
    if (matchCount >= from.match && matchCount < end) locations.push(location);
  }
  return { matchCount, locations };
}

function placesOf(
  bytes: Uint8Array,
  { format, lines }: Documents,
  locations: readonly Location[],
): { places: readonly (ValuePlace | undefined)[]; hasDuplicates: boolean } {
  if (locations.length === 0) return { places: [], hasDuplicates: false };
  if (format === 'json') return locateValues(bytes, locations);
  const byLine = new Map<number, number[]>();
  for (const [index, [item]] of locations.entries()) {
    if (typeof item !== 'number') continue;
    const indexes = byLine.get(item);
    if (indexes === undefined) byLine.set(item, [index]);
    else indexes.push(index);
  }
  const places: (ValuePlace | undefined)[] = locations.map(() => undefined);
  let hasDuplicates = false;
  for (const [item, indexes] of byLine) {
    const line = lines[item];
    if (line === undefined) continue;
    const wanted = indexes.map((index) => (locations[index] as Location).slice(1));
    const found = locateValues(bytes, wanted, line.start, line.end);
    hasDuplicates ||= found.hasDuplicates;
    for (const [at, index] of indexes.entries()) places[index] = found.places[at];
  }
  return { places, hasDuplicates };
}

function cutMatches(
  { from, maxBytes }: QueryTask,
  text: Utf8Content,
  locations: readonly Location[],
  places: readonly (ValuePlace | undefined)[],
): FoundValue[] {
  const matches: FoundValue[] = [];
  let left = maxBytes * maxFolding;
  for (const [index, location] of locations.entries()) {
    const place = places[index];
    if (place === undefined || left <= 0) break;
    const resumed = index === 0 && from.offset > 0 ? text.fromSource(from.offset) : place.start;
    const start = Math.min(Math.max(place.start, resumed), place.end);
    const end = Math.min(place.end, start + left);
    left -= end - start + minRowBytes;
    matches.push({
      path: formatLocation(location, maxPathLength),
      kind: place.kind,
      size: place.size,
      offset: text.toSource(place.start),
      endOffset: text.toSource(place.end),
      fromOffset: text.toSource(start),
      json: text.bytes.slice(start, end),
      isComplete: end === place.end,
    });
  }
  return matches;
}

function describeRoot(root: unknown): QueryOutcome['root'] {
  if (Array.isArray(root)) return { kind: 'array', size: root.length, keys: [] };
  if (typeof root !== 'object' || root === null) return { kind: 'scalar', size: 0, keys: [] };
  const keys = Object.keys(root);
  return { kind: 'object', size: keys.length, keys: keys.slice(0, shownKeys).map(shorten) };
}

function shorten(text: string): string {
  return text.length <= shownTextLength ? text : `${text.slice(0, shownTextLength).toWellFormed()}…`;
}
