import { utf8ToString } from '../../../bytes/decode.ts';
import type { ByteWindow } from '../tokens/byte-window.ts';
import type { ByteHash } from '../values/byte-hash.ts';
import { keyText } from './key-text.ts';
import { hasDataForKeys, maxKeys, turns } from './map-likeness.ts';
import { collapseToMap } from './merge-nodes.ts';
import { objectKind, PathNode } from './path-node.ts';

/** Paths that are followed, fewer the deeper, so that the first deep part does not use up the room of all others. */
const maxPaths = 2_048;
const fewerEachLevel = 128;
const maxDeepPaths = 1_024;
/** Below this many children a look at each beats a hash. */
const fewChildren = 8;
/** Longer keys are not told apart. */
const maxKeyBytes = 512;
const noKey = new Uint8Array(0);

/**
 * Holds the paths of a document as a tree, grown while it is read.
 *
 * Contract: at most 2,048 paths; what finds no room goes to `untracked`, which stands for all of it. Objects with keys
 * that are data become maps: one node stands for all their values.
 */
export class PathTree {
  readonly root: PathNode;
  readonly untracked: PathNode = new PathNode('root', undefined, noKey, false);
  readonly #hash: ByteHash;
  #count = 1;

  constructor(hash: ByteHash, isLines: boolean) {
    this.#hash = hash;
    this.root = new PathNode('root', undefined, noKey, isLines);
  }

  /** Returns the node of an array's items. */
  items(node: PathNode): PathNode {
    if (node === this.untracked) return node;
    if (node.items === undefined) {
      if (!this.#hasRoom(node)) return this.untracked;
      node.items = this.#create('items', node, noKey, true);
    }
    return node.items;
  }

  /**
   * Returns the node of a key.
   *
   * Contract: `source[from, to)` is the key, or the beginning of one of `byteLength` bytes.
   */
  child(node: PathNode, source: ByteWindow, from: number, to: number, byteLength: number): PathNode {
    if (node === this.untracked) return node;
    if (node.values !== undefined && (node.children.length === 0 || byteLength > maxKeyBytes)) return node.values;
    if (byteLength > maxKeyBytes) return this.#longKeyChild(node);
    const hash = this.#keyHash(source, from, to);
    const found = findChild(node, source, from, to, hash) ?? findByName(node, source, from, to);
    if (found !== undefined) return found;
    if (node.values !== undefined) return node.values;
    const count = node.children.length;
    if (count >= maxKeys || (turns.includes(count) && hasDataForKeys(node))) {
      this.#count -= collapseToMap(node);
      // No key was found above, so it is none of those that stay.
      return node.values as unknown as PathNode;
    }
    if (!this.#hasRoom(node)) return this.untracked;
    return this.#addChild(node, source, from, to, hash);
  }

  #keyHash(source: ByteWindow, from: number, to: number): number {
    this.#hash.take(source, from, to, 0);
    return this.#hash.first;
  }

  #longKeyChild(node: PathNode): PathNode {
    if (node.longKeys === undefined) {
      if (!this.#hasRoom(node)) return this.untracked;
      node.longKeys = this.#create('long-keys', node, noKey, true);
    }
    return node.longKeys;
  }

  #addChild(node: PathNode, source: ByteWindow, from: number, to: number, hash: number): PathNode {
    const child = this.#create('key', node, source.bytes.slice(from, to), false);
    child.keyCopy.set(source, from, to);
    child.keyHash = hash;
    child.index = node.children.push(child) - 1;
    node.hasEscapedChild ||= child.isEscaped;
    if (node.childByHash?.has(hash) === false) node.childByHash.set(hash, child);
    if (node.kinds[objectKind]?.count === 1) {
      child.isRequired = true;
      node.requiredChildren++;
    }
    return child;
  }

  #create(kind: PathNode['kind'], parent: PathNode, key: Uint8Array, isRepeated: boolean): PathNode {
    this.#count++;
    return new PathNode(kind, parent, key, isRepeated);
  }

  #hasRoom(parent: PathNode): boolean {
    return this.#count < Math.max(maxDeepPaths, maxPaths - parent.depth * fewerEachLevel);
  }
}

function findChild(node: PathNode, source: ByteWindow, from: number, to: number, hash: number): PathNode | undefined {
  if (node.children.length > fewChildren) {
    node.childByHash ??= new Map(node.children.map((child) => [child.keyHash, child]));
    const child = node.childByHash.get(hash);
    if (child === undefined || isKey(child, source, from, to)) return child;
  }
  return node.children.find((child) => child.keyHash === hash && isKey(child, source, from, to));
}

/** The same key may stand here with escapes and there without. */
function findByName(node: PathNode, source: ByteWindow, from: number, to: number): PathNode | undefined {
  let isEscaped = false;
  for (let at = from; at < to && !isEscaped; at++) isEscaped = source.bytes[at] === 0x5c;
  if (!isEscaped && !node.hasEscapedChild) return undefined;
  const key = source.bytes.subarray(from, to);
  const name = isEscaped ? keyText(key) : utf8ToString(key);
  return node.children.find((child) => (isEscaped || child.isEscaped) && child.name === name);
}

function isKey(child: PathNode, source: ByteWindow, from: number, to: number): boolean {
  return child.keyCopy.equals(source, from, to);
}
