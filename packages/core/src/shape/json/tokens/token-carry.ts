import { ByteWindow } from './byte-window.ts';
import { maxTokenBytes } from './json-sink.ts';

/** Keeps the first bytes of a token that a chunk's end cuts. */
export class TokenCarry {
  readonly window: ByteWindow = new ByteWindow(new Uint8Array(maxTokenBytes));
  byteLength = 0;

  /** Adds `[from, to)`, as far as there is room. */
  add(bytes: Uint8Array, from: number, to: number): void {
    const end = Math.min(to, from + maxTokenBytes - this.byteLength);
    if (end <= from) return;
    this.window.bytes.set(bytes.subarray(from, end), this.byteLength);
    this.byteLength += end - from;
  }
}
