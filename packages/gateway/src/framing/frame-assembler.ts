import { SpareBuffer } from './spare-buffer.ts';
import { TopLevelScanner } from './top-level-scanner.ts';

/** One line of a stream. */
export type Frame =
  | {
      readonly kind: 'line';
      /** The line without its LF; a CR before it stays. */
      readonly bytes: Buffer;
      /** The line with its LF, as it goes down again. */
      readonly wire: Buffer;
    }
  | {
      readonly kind: 'oversized';
      /** Bytes of the line without its LF; none of them was kept. */
      readonly byteLength: number;
      /** The raw JSON-RPC id, where the line had one at its top level. */
      readonly id?: string;
      readonly method?: string;
    };

const LF = 0x0a;
const FIRST_BUFFER_BYTES = 65_536;
/** A buffer grows by so much while it is small, so that little is copied on the way; a large one doubles. */
const SMALL_GROWTH = 8;
const LARGE_BUFFER_BYTES = 33_554_432;

/**
 * Cuts a byte stream into lines at LF alone.
 *
 * Contract: a line that lies in one chunk is not copied; another is copied once, and at most once more on average while
 * its buffer grows, so the cost is linear in bytes whatever the chunking. Keeps at most twice `maxFrameBytes`; a longer
 * line is dropped while it passes, and reported with its length and id when its LF arrives. The stream goes on after it.
 */
export class FrameAssembler {
  readonly #maxFrameBytes: number;
  readonly #spare = new SpareBuffer();
  #buffer: Buffer | undefined;
  #byteLength = 0;
  #scanner: TopLevelScanner | undefined;

  constructor(options: { maxFrameBytes: number }) {
    this.#maxFrameBytes = options.maxFrameBytes;
  }

  /** Says that a line has begun and not ended. */
  get isMidLine(): boolean {
    return this.#byteLength > 0;
  }

  /** The bytes of a line that has not ended yet, where they are kept; valid until the next call. */
  get unfinished(): Buffer | undefined {
    return this.#buffer?.subarray(0, this.#byteLength);
  }

  /** Takes a chunk and returns the lines that end in it. */
  push(chunk: Buffer): Frame[] {
    const frames: Frame[] = [];
    let start = 0;
    for (;;) {
      const lf = chunk.indexOf(LF, start);
      if (lf === -1) break;
      frames.push(this.#finish(start === 0 && lf + 1 === chunk.length ? chunk : chunk.subarray(start, lf + 1)));
      start = lf + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return frames;
  }

  /** Returns what was left without an LF when the stream ended. */
  end(): Frame | undefined {
    return this.#byteLength === 0 ? undefined : this.#finish(Buffer.from([LF]));
  }

  /** Uses the memory of a line again. Only for one whose bytes nobody looks at any more. */
  recycle({ bytes }: Extract<Frame, { kind: 'line' }>): void {
    const { buffer } = bytes;
    if (buffer.byteLength === LARGE_BUFFER_BYTES) this.#spare.give(Buffer.from(buffer));
  }

  #finish(last: Buffer): Frame {
    if (this.#byteLength === 0 && last.length - 1 <= this.#maxFrameBytes) {
      return { kind: 'line', bytes: last.subarray(0, -1), wire: last };
    }
    this.#keep(last, 1);
    const buffer = this.#buffer;
    const scanner = this.#scanner;
    const byteLength = this.#byteLength - 1;
    this.#buffer = undefined;
    this.#scanner = undefined;
    this.#byteLength = 0;
    if (buffer !== undefined) {
      return { kind: 'line', bytes: buffer.subarray(0, byteLength), wire: buffer.subarray(0, byteLength + 1) };
    }
    return {
      kind: 'oversized',
      byteLength,
      ...(scanner?.id === undefined ? {} : { id: scanner.id }),
      ...(scanner?.method === undefined ? {} : { method: scanner.method }),
    };
  }

  /** Keeps a piece of the line; `extra` bytes at its end (the LF) do not count against the limit. */
  #keep(piece: Buffer, extra = 0): void {
    const before = this.#byteLength;
    this.#byteLength += piece.length;
    if (this.#scanner === undefined && this.#byteLength - extra > this.#maxFrameBytes) {
      this.#scanner = new TopLevelScanner();
      if (this.#buffer !== undefined) this.#scanner.write(this.#buffer.subarray(0, before));
      this.#buffer = undefined;
    }
    if (this.#scanner === undefined) piece.copy(this.#roomFor(before), before);
    else this.#scanner.write(piece);
  }

  /** Returns the buffer, grown to hold the line so far. */
  #roomFor(usedBytes: number): Buffer {
    const old = this.#buffer;
    if (old !== undefined && old.length >= this.#byteLength) return old;
    const length = old?.length ?? 0;
    const grown = length < LARGE_BUFFER_BYTES / 2 ? Math.min(length * SMALL_GROWTH, LARGE_BUFFER_BYTES) : length * 2;
    const wanted = Math.max(FIRST_BUFFER_BYTES, Math.min(grown, this.#maxFrameBytes + 1), this.#byteLength);
    const buffer = this.#spare.take(wanted) ?? Buffer.allocUnsafeSlow(wanted);
    old?.copy(buffer, 0, 0, usedBytes);
    this.#buffer = buffer;
    return buffer;
  }
}
