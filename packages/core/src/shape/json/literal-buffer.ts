import { ByteWindow } from './byte-window.ts';

const firstBytes = 64;

/**
 * Holds a copy of one short token, which is replaced often.
 *
 * Contract: memory is reused.
 */
export class LiteralBuffer {
  byteLength = 0;
  #window = new ByteWindow(new Uint8Array(firstBytes));

  set(source: ByteWindow, from: number, to: number): void {
    const length = to - from;
    if (length > this.#window.bytes.length) this.#window = new ByteWindow(new Uint8Array(length * 2));
    const { bytes, view } = this.#window;
    let at = 0;
    for (; at + 4 <= length; at += 4) view.setInt32(at, source.view.getInt32(from + at));
    for (; at < length; at++) bytes[at] = source.bytes[from + at] as number;
    this.byteLength = length;
  }

  /** Compares other bytes with the copy, byte by byte: negative, 0 or positive. */
  compare(source: ByteWindow, from: number, to: number): number {
    const { bytes, view } = this.#window;
    const shared = Math.min(this.byteLength, to - from);
    let at = 0;
    for (; at + 4 <= shared; at += 4) {
      const theirs = source.view.getUint32(from + at);
      const mine = view.getUint32(at);
      if (theirs !== mine) return theirs - mine;
    }
    for (; at < shared; at++) {
      const difference = (source.bytes[from + at] as number) - (bytes[at] as number);
      if (difference !== 0) return difference;
    }
    return to - from - this.byteLength;
  }

  /** Counts the bytes at the start that are the same. */
  sharedBytes(source: ByteWindow, from: number, to: number): number {
    const { bytes } = this.#window;
    const most = Math.min(this.byteLength, to - from);
    let shared = 0;
    while (shared < most && bytes[shared] === source.bytes[from + shared]) shared++;
    return shared;
  }

  /** The copy, copied once more. */
  toBytes(): Uint8Array {
    return this.#window.bytes.slice(0, this.byteLength);
  }
}
