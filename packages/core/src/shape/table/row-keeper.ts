/** Bytes of a row that are kept. */
const maxRowBytes = 1_024;

/** The first bytes of a row. */
export interface RowBytes {
  readonly bytes: Uint8Array;
  /** Says that they are all. */
  readonly isWhole: boolean;
}

/** Keeps the first bytes of the row that is being read, as they stand, across the seams of chunks. */
export class RowKeeper {
  /** Bytes of the row in the chunks before this one. */
  heldBytes = 0;
  readonly #held: Uint8Array = new Uint8Array(maxRowBytes);
  #heldLength = 0;
  #chunk: Uint8Array = this.#held;
  #start = 0;

  startChunk(chunk: Uint8Array): void {
    this.#chunk = chunk;
    this.#start = 0;
  }

  /** Starts a new row at a position of the chunk. */
  startRow(start: number): void {
    this.#start = start;
    this.heldBytes = 0;
    this.#heldLength = 0;
  }

  endChunk(): void {
    const fresh = this.#chunk.subarray(this.#start);
    const taken = fresh.subarray(0, maxRowBytes - this.#heldLength);
    this.#held.set(taken, this.#heldLength);
    this.#heldLength += taken.length;
    this.heldBytes += fresh.length;
    this.#chunk = this.#held;
  }

  /** Copies the row up to a position of the chunk. */
  upTo(end: number): RowBytes {
    const fresh = this.#chunk.subarray(this.#start, end);
    const bytes = new Uint8Array(Math.min(maxRowBytes, this.#heldLength + fresh.length));
    bytes.set(this.#held.subarray(0, this.#heldLength));
    bytes.set(fresh.subarray(0, bytes.length - this.#heldLength), this.#heldLength);
    return { bytes, isWhole: this.heldBytes + fresh.length === bytes.length };
  }
}
