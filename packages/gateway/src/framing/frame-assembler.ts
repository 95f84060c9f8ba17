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
      readonly id?: Buffer;
      readonly method?: string;
    };

const LF = 0x0a;
const SLAB_BYTES = 65_536;
/** A piece smaller than this is copied into a slab, so that one-byte chunks do not cost an object each. */
const SMALL_PIECE_BYTES = 4_096;

/**
 * Cuts a byte stream into lines at LF alone.
 *
 * Contract: copies a byte at most twice whatever the chunking, so the cost is linear in bytes. Keeps at most
 * `maxFrameBytes` of one line, and twice that for the moment in which a line of several chunks is joined; a longer line
 * is dropped while it passes, and reported with its length and id when its LF arrives. The stream goes on after it.
 */
export class FrameAssembler {
  readonly #maxFrameBytes: number;
  #pieces: Buffer[] = [];
  #byteLength = 0;
  #slab: Buffer | undefined;
  #slabUsed = 0;
  #scanner: TopLevelScanner | undefined;

  constructor(options: { maxFrameBytes: number }) {
    this.#maxFrameBytes = options.maxFrameBytes;
  }

  /** Bytes of the line that has begun and not ended. */
  get pendingBytes(): number {
    return this.#byteLength;
  }

  /** Takes a chunk and returns the lines that end in it. */
  *push(chunk: Buffer): Generator<Frame, void> {
    let start = 0;
    for (;;) {
      const lf = chunk.indexOf(LF, start);
      if (lf === -1) break;
      yield this.#finish(chunk.subarray(start, lf + 1));
      start = lf + 1;
    }
    if (start < chunk.length) this.#keep(start === 0 ? chunk : chunk.subarray(start));
  }

  /** Returns what was left without an LF when the stream ended. */
  end(): Frame | undefined {
    return this.#byteLength === 0 ? undefined : this.#finish(Buffer.from([LF]));
  }

  #finish(last: Buffer): Frame {
    if (this.#byteLength === 0 && last.length - 1 <= this.#maxFrameBytes) {
      return { kind: 'line', bytes: last.subarray(0, -1), wire: last };
    }
    this.#keep(last, 1);
    const byteLength = this.#byteLength - 1;
    const scanner = this.#scanner;
    const wire = scanner === undefined ? Buffer.concat(this.#takePieces(), byteLength + 1) : undefined;
    this.#reset();
    if (wire !== undefined) return { kind: 'line', bytes: wire.subarray(0, -1), wire };
    const { id, method } = scanner!;
    return {
      kind: 'oversized',
      byteLength,
      ...(id === undefined ? {} : { id }),
      ...(method === undefined ? {} : { method }),
    };
  }

  /** Keeps a piece of the line; `extra` bytes at its end (the LF) do not count against the limit. */
  #keep(piece: Buffer, extra = 0): void {
    this.#byteLength += piece.length;
    if (this.#scanner !== undefined) {
      this.#scanner.write(piece);
    } else if (this.#byteLength - extra > this.#maxFrameBytes) {
      const scanner = new TopLevelScanner();
      for (const kept of this.#takePieces()) scanner.write(kept);
      scanner.write(piece);
      this.#scanner = scanner;
      this.#dropPieces();
    } else if (piece.length >= SMALL_PIECE_BYTES) {
      this.#closeSlab();
      this.#pieces.push(piece);
    } else {
      this.#copy(piece);
    }
  }

  #copy(piece: Buffer): void {
    if (this.#slab !== undefined && this.#slabUsed + piece.length > this.#slab.length) this.#closeSlab();
    this.#slab ??= Buffer.allocUnsafeSlow(SLAB_BYTES);
    piece.copy(this.#slab, this.#slabUsed);
    this.#slabUsed += piece.length;
  }

  #closeSlab(): void {
    if (this.#slab !== undefined && this.#slabUsed > 0) this.#pieces.push(this.#slab.subarray(0, this.#slabUsed));
    this.#slab = undefined;
    this.#slabUsed = 0;
  }

  #takePieces(): readonly Buffer[] {
    this.#closeSlab();
    return this.#pieces;
  }

  #dropPieces(): void {
    this.#pieces = [];
    this.#slab = undefined;
    this.#slabUsed = 0;
  }

  #reset(): void {
    this.#dropPieces();
    this.#byteLength = 0;
    this.#scanner = undefined;
  }
}
