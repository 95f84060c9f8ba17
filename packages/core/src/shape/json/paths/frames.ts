import type { Place, Snapshot } from '../values/place.ts';
import { Frame } from './frame.ts';
import { joinPath, pathStep } from './key-text.ts';
import type { PathNode } from './path-node.ts';

/** Levels below which paths are not followed. */
const maxFrames = 64;
/** Elements of which the first bytes are kept, and places that are noted, before it is left at counting. */
const maxSnapshots = 4_096;
const maxPlaces = 100_000;
const maxPathChars = 160;

/**
 * The open containers, as far down as paths are followed.
 *
 * Contract: `top` is the innermost; the outermost frame stands for the content itself, whose items are its values.
 */
export class Frames {
  top: Frame;
  #depth = 0;
  readonly #frames: Frame[];
  readonly #isLines: boolean;
  #snapshots = 0;
  #places = 0;

  constructor(root: PathNode, isLines: boolean) {
    this.top = new Frame(root);
    this.top.start(root, true, false, 0, 1);
    this.#frames = [this.top];
    this.#isLines = isLines;
  }

  get isFull(): boolean {
    return this.#depth === maxFrames;
  }

  get isEmpty(): boolean {
    return this.#depth === 0;
  }

  push(node: PathNode, isArray: boolean, offset: number, line: number): Frame {
    const outer = this.top;
    const isElement = this.#depth === 0 ? this.#isLines : outer.isArray || outer.child.kind === 'values';
    this.#depth++;
    let frame = this.#frames[this.#depth];
    if (frame === undefined) {
      frame = new Frame(node);
      this.#frames.push(frame);
    }
    frame.start(node, isArray, isElement, offset, line);
    this.top = frame;
    return frame;
  }

  pop(): Frame {
    this.#depth--;
    this.top = this.#frames[this.#depth] as Frame;
    return this.top;
  }

  seam(bytes: Uint8Array, base: number): void {
    for (let depth = 1; depth <= this.#depth; depth++) (this.#frames[depth] as Frame).seam(bytes, base);
  }

  /**
   * Notes where the current value stands, or with `ofTop` where the innermost container does.
   *
   * Contract: returns undefined when too many places were noted.
   */
  place(bytes: Uint8Array, base: number, offset: number, line: number, ofTop = false): Place | undefined {
    if (this.#places === maxPlaces) return undefined;
    this.#places++;
    const path = this.#elementPath(bytes, base, ofTop ? this.#depth - 1 : this.#depth);
    return { offset, line, path, element: this.#elementSnapshot() };
  }

  /** Asks for the first bytes of the innermost container. */
  wantTop(): Snapshot | undefined {
    const { top } = this;
    if (top.snapshot === undefined) {
      if (this.#snapshots === maxSnapshots) return undefined;
      this.#snapshots++;
      top.snapshot = { offset: top.offset, byteLength: 0, bytes: new Uint8Array(0) };
    }
    return top.snapshot;
  }

  /** The first bytes of the innermost object that is an item, a map's value or a line. */
  #elementSnapshot(): Snapshot | undefined {
    for (let depth = this.#depth; depth > 0; depth--) {
      const frame = this.#frames[depth] as Frame;
      if (!frame.isElement || frame.isArray) continue;
      if (frame.snapshot === undefined && this.#snapshots < maxSnapshots) {
        this.#snapshots++;
        frame.snapshot = { offset: frame.offset, byteLength: 0, bytes: new Uint8Array(0) };
      }
      return frame.snapshot;
    }
    return undefined;
  }

  /** The path down to the last index or key of a map. */
  #elementPath(bytes: Uint8Array, base: number, depth: number): string {
    let path = '';
    let end = 0;
    const root = this.#frames[0] as Frame;
    if (!this.#isLines && root.index > 0) path = `value ${root.index + 1}: `;
    for (let at = 1; at <= depth; at++) {
      const frame = this.#frames[at] as Frame;
      const isMap = !frame.isArray && frame.child.kind === 'values';
      if (frame.isArray) path += `[${frame.index}]`;
      else path = joinPath(path, pathStep(isMap ? frame.key(bytes, base) : frame.child.name));
      if (frame.isArray || isMap) end = path.length;
    }
    const whole = path.slice(0, end);
    return whole.length > maxPathChars ? `…${whole.slice(-maxPathChars)}`.toWellFormed() : whole;
  }
}
