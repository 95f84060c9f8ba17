import type { Snapshot } from '../values/place.ts';
import { keyText } from './key-text.ts';
import type { PathNode } from './path-node.ts';

/** Bytes that are kept of an element in which something is rare. */
const snapshotBytes = 1_024;
const keptKeyBytes = 120;

/**
 * An open container.
 *
 * Contract: what it needs of the content is taken from the chunk while the chunk is there, or kept at its seam.
 */
export class Frame {
  node: PathNode;
  /** The node of the next value in an array. */
  itemNode: PathNode;
  /** The node of the member being read of an object. */
  child: PathNode;
  isArray = false;
  /** Whether it is itself an item, a map's value, or a line of JSON Lines. */
  isElement = false;
  offset = 0.5;
  line = 0;
  /** Items, or members, that have ended. */
  index = 0;
  /** Index of the child whose key is expected next. */
  next = 0;
  requiredSeen = 0;
  serial = 0;
  snapshot: Snapshot | undefined;
  #keyOffset = 0.5;
  #keyBytes = 0;
  #key: string | undefined;
  readonly #head: Uint8Array = new Uint8Array(snapshotBytes);
  #headBytes = 0;

  constructor(node: PathNode) {
    this.node = node;
    this.itemNode = node;
    this.child = node;
  }

  start(node: PathNode, isArray: boolean, isElement: boolean, offset: number, line: number): void {
    this.node = node;
    this.isArray = isArray;
    this.isElement = isElement;
    this.offset = offset;
    this.line = line;
    this.index = 0;
    this.next = 0;
    this.requiredSeen = 0;
    this.snapshot = undefined;
    this.#key = undefined;
    this.#keyBytes = 0;
    this.#headBytes = 0;
  }

  /** Notes where the current key of a map lies, so that it need not be copied unless it is wanted. */
  noteKey(offset: number, byteLength: number): void {
    this.#keyOffset = offset;
    this.#keyBytes = Math.min(byteLength, keptKeyBytes);
    this.#key = undefined;
  }

  /** Returns the current key of a map. Contract: `bytes` begins at `base`; a key of an earlier chunk was kept. */
  key(bytes: Uint8Array, base: number): string {
    const from = this.#keyOffset - base;
    this.#key ??= keyText(bytes.subarray(from, from + this.#keyBytes));
    return this.#key;
  }

  /** Keeps what may be wanted later of a chunk that goes away. */
  seam(bytes: Uint8Array, base: number): void {
    if (this.#key === undefined && this.#keyBytes > 0) this.key(bytes, base);
    if (this.isElement) this.#keepHead(bytes, base, bytes.length);
  }

  /** Returns the first bytes of the element. Contract: it ends, or is given up, at `to` in `bytes`. */
  take(bytes: Uint8Array, base: number, to: number): Uint8Array {
    if (this.offset >= base) {
      const from = this.offset - base;
      return bytes.slice(from, Math.min(to, from + snapshotBytes));
    }
    this.#keepHead(bytes, base, to);
    return this.#head.slice(0, this.#headBytes);
  }

  #keepHead(bytes: Uint8Array, base: number, to: number): void {
    const from = Math.max(0, this.offset - base);
    const end = Math.min(to, from + snapshotBytes - this.#headBytes);
    if (end <= from) return;
    this.#head.set(bytes.subarray(from, end), this.#headBytes);
    this.#headBytes += end - from;
  }
}
