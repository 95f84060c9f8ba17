import { ByteWindow } from '../tokens/byte-window.ts';
import type { JsonSink, TokenPlace } from '../tokens/json-sink.ts';
import { words } from '../tokens/words.ts';
import { ByteHash } from '../values/byte-hash.ts';
import { SlotBudget } from '../values/hash-set.ts';
import { NumberReader } from '../values/number-literal.ts';
import { type NumberEnd, NumberStats } from '../values/number-stats.ts';
import type { Place, Places } from '../values/place.ts';
import { TextStats } from '../values/text-stats.ts';
import { maxComparedBytes, ValueTable } from '../values/value-table.ts';
import { Duplicates } from './duplicates.ts';
import type { Frame } from './frame.ts';
import { Frames } from './frames.ts';
import { keyText } from './key-text.ts';
import * as kinds from './path-node.ts';
import { PathTree } from './path-tree.ts';

/** Kinds of the words of `words.ts`. */
const wordKinds = [kinds.trueKind, kinds.falseKind, kinds.nullKind, ...words.slice(3).map(() => kinds.numberKind)];
/** Bytes of the first scalar of a path that are kept. */
const sampleBytes = 240;
const maxEntries = 16_384;
const maxSlots = 1_048_576;

/**
 * Learns what stands at each path of a JSON content, token by token.
 *
 * Contract: bounded memory whatever the content: paths, values, places and snapshots each have a limit, and what is
 * beyond it is counted or said to be unknown.
 */
export class JsonCollector implements JsonSink {
  /** Values that nothing holds. */
  rootCount = 0;
  /** Values below paths that were not followed. */
  untrackedValues = 0;
  deepest = 0;
  deepestOffset = 0;
  readonly duplicates: Duplicates;
  readonly tree: PathTree;
  readonly #hash = new ByteHash();
  readonly #reader = new NumberReader();
  readonly #budget = { entriesLeft: maxEntries, slots: new SlotBudget(maxSlots) };
  readonly #frames: Frames;
  readonly #untracked: kinds.PathNode;
  #target: kinds.PathNode;
  /** Open containers below the frames. */
  #below = 0;
  #depth = 0;
  #serial = 0;
  #place: Place | undefined;
  #placeOffset = -1;

  constructor(isLines: boolean) {
    this.tree = new PathTree(this.#hash, isLines);
    this.duplicates = new Duplicates(this.#budget.slots);
    this.#frames = new Frames(this.tree.root, isLines);
    this.#untracked = this.tree.untracked;
    this.#target = this.tree.root;
  }

  expectKey(source: ByteWindow, from: number, place: TokenPlace): number {
    if (this.#below > 0) return -1;
    const frame = this.#frames.top;
    const child = frame.node.children[frame.next];
    if (child === undefined) return -1;
    const end = from + child.key.length;
    if (end >= source.bytes.length || source.bytes[end] !== 0x22) return -1;
    if (!child.keyCopy.equals(source, from, end)) return -1;
    // Behind an odd number of backslashes the quote would be part of the key, which no key can end with.
    this.#enterKey(frame, child, place);
    return end + 1;
  }

  key(source: ByteWindow, from: number, to: number, place: TokenPlace): void {
    if (this.#below > 0) return;
    const frame = this.#frames.top;
    const { node } = frame;
    const byteLength = place.tokenBytes - 2;
    if (byteLength > node.longestKey) node.longestKey = byteLength;
    const known = node.children;
    const child = this.tree.child(node, source, from, to, byteLength);
    if (node.children !== known) this.#recallKeys(known, frame.serial);
    if (child.kind !== 'values') return this.#enterKey(frame, child, place);
    frame.noteKey(place.tokenOffset + 1, byteLength);
    if (place.tokenOffset < place.base) frame.key(source.bytes, place.tokenOffset + 1);
    node.mapKeys?.add(source, from, to);
    if (byteLength === to - from && this.duplicates.isSecondInMap(this.#hash, source, from, to, frame.serial))
      this.duplicates.add(
        keyText(source.bytes.slice(from, Math.min(to, from + 120))),
        place.tokenOffset,
        place.tokenLine,
      );
    frame.index++;
    frame.child = child;
    this.#target = child;
  }

  string(source: ByteWindow, from: number, to: number, place: TokenPlace): void {
    const node = this.#target;
    if (node === this.#untracked) return this.#skipValue();
    this.#count(node, kinds.stringKind, place);
    const byteLength = place.tokenBytes - 2;
    if (node.sample === undefined) keepSample(node, source.bytes.subarray(from, to), byteLength, true);
    node.texts ??= new TextStats();
    node.texts.add(source, from, to, byteLength);
    node.table ??= new ValueTable(this.#budget);
    if (byteLength > maxComparedBytes) node.table.close();
    else if (node.table.isOpen) this.#countValue(node, source, from, to, kinds.stringKind, place);
    this.#endValue();
  }

  number(source: ByteWindow, from: number, to: number, place: TokenPlace): void {
    const node = this.#target;
    if (node === this.#untracked) return this.#skipValue();
    this.#count(node, kinds.numberKind, place);
    if (node.sample === undefined) keepSample(node, source.bytes.subarray(from, to), place.tokenBytes, false);
    this.#reader.read(source, from, to);
    node.numbers ??= new NumberStats();
    const ends = node.numbers.add(this.#reader, source, from, to);
    if (ends !== 0) this.#noteEnds(node, node.numbers, ends, place);
    node.table ??= new ValueTable(this.#budget);
    if (place.tokenBytes > maxComparedBytes) node.table.close();
    else if (node.table.isOpen) this.#countValue(node, source, from, to, kinds.numberKind, place);
    this.#endValue();
  }

  word(word: number, place: TokenPlace): void {
    const node = this.#target;
    if (node === this.#untracked) return this.#skipValue();
    this.#count(node, wordKinds[word] as number, place);
    if (wordKinds[word] === kinds.numberKind && node.sample === undefined)
      keepSample(node, new TextEncoder().encode(words[word]), place.tokenBytes, false);
    this.#endValue();
  }

  open(isArray: boolean, place: TokenPlace): void {
    this.#depth++;
    if (this.#depth > this.deepest) {
      this.deepest = this.#depth;
      this.deepestOffset = place.tokenOffset;
    }
    if (this.#below > 0 || this.#frames.isFull) {
      this.#below++;
      this.untrackedValues++;
      this.#target = this.#untracked;
      return;
    }
    const node = this.#target;
    if (node === this.#untracked) this.untrackedValues++;
    else this.#count(node, isArray ? kinds.arrayKind : kinds.objectKind, place);
    const frame = this.#frames.push(node, isArray, place.tokenOffset, place.tokenLine);
    if (isArray) {
      frame.itemNode = this.tree.items(node);
      this.#target = frame.itemNode;
    } else frame.serial = ++this.#serial;
    if (node.firstItem === undefined && node.collections === 1 && frame.isElement)
      node.firstItem = this.#frames.wantTop();
  }

  close(at: number, place: TokenPlace): void {
    this.#depth--;
    if (this.#below > 0) {
      this.#below--;
      if (this.#below === 0) this.#endValue();
      return;
    }
    const frame = this.#frames.top;
    if (frame.node !== this.#untracked) this.#endContainer(frame, at, place);
    this.#frames.pop();
    this.#endValue();
  }

  endRoot(): void {
    this.rootCount++;
  }

  abandon(at: number, place: TokenPlace): void {
    while (!this.#frames.isEmpty) {
      fillSnapshot(this.#frames.top, at, place);
      this.#frames.pop();
    }
    this.#below = 0;
    this.#depth = 0;
    this.#frames.top.index++;
    this.#target = this.tree.root;
    this.#place = undefined;
  }

  seam(place: TokenPlace): void {
    this.#frames.seam(place.chunk, place.base);
  }

  /** The object has turned out to be a map: its keys so far are kept as those to come will be. */
  #recallKeys(known: readonly kinds.PathNode[], serial: number): void {
    for (const { seenIn, key } of known)
      if (seenIn === serial) this.duplicates.isSecondInMap(this.#hash, new ByteWindow(key), 0, key.length, serial);
  }

  #enterKey(frame: Frame, child: kinds.PathNode, place: TokenPlace): void {
    frame.index++;
    frame.child = child;
    this.#target = child;
    if (child === this.#untracked) return;
    frame.next = child.index + 1;
    if (child.seenIn !== frame.serial) {
      child.seenIn = frame.serial;
      if (child.isRequired) frame.requiredSeen++;
    } else if (child.kind === 'key') {
      child.duplicates++;
      this.duplicates.add(child.name, place.tokenOffset, place.tokenLine);
    }
  }

  #count(node: kinds.PathNode, kind: number, place: TokenPlace): void {
    node.count++;
    const found = node.kinds[kind] as Places;
    if (found.wantsNext() && node.collections > 0) this.#keepPlace(node, found, place);
    if (kind < kinds.objectKind && place.tokenBytes > node.largestBytes)
      setLargest(node, place.tokenBytes, place.tokenOffset, place.tokenLine);
  }

  #countValue(
    node: kinds.PathNode,
    source: ByteWindow,
    from: number,
    to: number,
    kind: number,
    place: TokenPlace,
  ): void {
    const table = node.table as ValueTable;
    const isString = kind === kinds.stringKind;
    let entry = table.again(source, from, to, isString);
    if (entry === undefined) {
      this.#hash.take(source, from, to, kind);
      entry = table.add(this.#hash, source, from, to, isString);
      if (!table.isOpen) table.isLeftToOrder = isSorted(node);
    }
    if (entry?.places.wantsNext() && node.collections > 0) this.#keepPlace(node, entry.places, place);
  }

  #keepPlace(node: kinds.PathNode, places: Places, token: TokenPlace): void {
    if (node.placesLeft === 0) this.#thinPlaces(node);
    if (node.placesLeft === 0) return;
    const place = this.#placeOf(token);
    if (place === undefined) return;
    node.placesLeft--;
    places.list.push(place);
  }

  /** Makes room: what has turned out to be frequent needs few places, and what is no longer counted none. */
  #thinPlaces(node: kinds.PathNode): void {
    const entries = node.table?.entries ?? [];
    if (node.count < node.thinAt && entries.length > 0) return;
    node.thinAt = node.count * 2;
    let kept = 0;
    for (const places of node.kinds) kept += places.thin();
    for (const { places } of entries) kept += places.thin();
    node.placesLeft = Math.max(0, kinds.maxPlaces - kept);
  }

  /** The place of a token, made once for all that ask. */
  #placeOf(token: TokenPlace): Place | undefined {
    if (this.#placeOffset !== token.tokenOffset) {
      this.#placeOffset = token.tokenOffset;
      this.#place = this.#frames.place(token.chunk, token.base, token.tokenOffset, token.tokenLine);
    }
    return this.#place;
  }

  #noteEnds(node: kinds.PathNode, numbers: NumberStats, ends: number, place: TokenPlace): void {
    const found = numbers.order.isSorted || node.collections === 0 ? undefined : this.#placeOf(place);
    if ((ends & 1) !== 0) noteEnd(numbers.low, place, found);
    if ((ends & 2) !== 0) noteEnd(numbers.high, place, found);
  }

  #skipValue(): void {
    this.untrackedValues++;
    this.#endValue();
  }

  #endValue(): void {
    if (this.#below > 0) return;
    const frame = this.#frames.top;
    if (!frame.isArray) return;
    frame.index++;
    this.#target = frame.itemNode;
  }

  #endContainer(frame: Frame, at: number, place: TokenPlace): void {
    const { node } = frame;
    const byteLength = place.base + at + 1 - frame.offset;
    node.byteTotal += byteLength;
    if (byteLength > node.largestBytes) setLargest(node, byteLength, frame.offset, frame.line);
    const span = frame.isArray ? node.itemCounts : node.keyCounts;
    if (frame.index < span.least) span.least = frame.index;
    if (frame.index > span.most) span.most = frame.index;
    if (frame.requiredSeen < node.requiredChildren) this.#noteMissing(frame, place);
    fillSnapshot(frame, at + 1, place);
  }

  #noteMissing(frame: Frame, token: TokenPlace): void {
    const { node } = frame;
    for (const child of node.children) {
      if (!child.isRequired || child.seenIn === frame.serial) continue;
      if (!child.missing.wantsNext()) {
        child.isRequired = false;
        node.requiredChildren--;
      } else if (child.collections > 0) {
        const place = this.#frames.place(token.chunk, token.base, frame.offset, frame.line, true);
        if (place !== undefined) child.missing.list.push(place);
      }
    }
  }
}

function setLargest(node: kinds.PathNode, byteLength: number, offset: number, line: number): void {
  node.largestBytes = byteLength;
  node.largestOffset = offset;
  node.largestLine = line;
}

function keepSample(node: kinds.PathNode, bytes: Uint8Array, byteLength: number, isString: boolean): void {
  node.sample = bytes.slice(0, sampleBytes);
  node.sampleBytes = byteLength;
  node.isSampleString = isString;
}

/** Whether all scalars are of one kind and come sorted. */
function isSorted({ texts, numbers }: kinds.PathNode): boolean {
  if (texts !== undefined && numbers !== undefined) return false;
  return (texts ?? numbers)?.order.isSorted === true;
}

function noteEnd(end: NumberEnd, place: TokenPlace, found: Place | undefined): void {
  end.offset = place.tokenOffset;
  end.line = place.tokenLine;
  end.place = found;
}

function fillSnapshot(frame: Frame, to: number, place: TokenPlace): void {
  const { snapshot } = frame;
  if (snapshot === undefined) return;
  snapshot.byteLength = place.base + to - snapshot.offset;
  snapshot.bytes = frame.take(place.chunk, place.base, to);
}
