const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/**
 * Puts together a line that comes in pieces, or that is too long to be read whole, as the beginning of its last frame:
 * what follows its last carriage return but one that ends it.
 *
 * Contract: keeps at most `frameBytes` bytes; a line feed stands behind them, as the scanner wants it. `onHidden` gets
 * the beginning of each frame that is drawn over, valid during the call.
 */
export class FrameBuffer {
  readonly bytes: Uint8Array;
  /** Bytes of the frame that were kept. */
  length = 0;
  /** Bytes of the line so far, without its line feed. */
  lineBytes = 0;
  /** Frames that were drawn over. */
  redraws = 0;
  #returned = false;

  readonly #onHidden: (frame: Uint8Array) => void;

  constructor(frameBytes: number, onHidden: (frame: Uint8Array) => void) {
    this.#onHidden = onHidden;
    this.bytes = new Uint8Array(frameBytes + 1);
    this.bytes[0] = lineFeed;
  }

  clear(): void {
    this.length = 0;
    this.lineBytes = 0;
    this.redraws = 0;
    this.#returned = false;
    this.bytes[0] = lineFeed;
  }

  /** Adds the next bytes of the line, which hold no line feed. */
  add(piece: Uint8Array): void {
    this.lineBytes += piece.length;
    for (let start = 0; start < piece.length; ) {
      const at = piece.indexOf(carriageReturn, start);
      const end = at < 0 ? piece.length : at;
      if (end > start) this.#addToFrame(piece.subarray(start, end));
      if (at >= 0) this.#returned = true;
      start = end + 1;
    }
  }

  #addToFrame(part: Uint8Array): void {
    if (this.#returned && this.length > 0) {
      this.redraws++;
      this.#onHidden(this.bytes.subarray(0, this.length));
      this.length = 0;
    }
    this.#returned = false;
    const kept = Math.min(this.bytes.length - 1 - this.length, part.length);
    this.bytes.set(part.subarray(0, kept), this.length);
    this.length += kept;
    this.bytes[this.length] = lineFeed;
  }
}
