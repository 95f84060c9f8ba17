const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/**
 * Puts together a line that comes in pieces, or that is too long to be read whole, as the beginning of its last frame:
 * what follows its last carriage return but one that ends it.
 *
 * Contract: keeps at most `frameBytes` bytes; a line feed stands behind them, as the scanner wants it.
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

  constructor(frameBytes: number) {
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
    for (let at = 0; at < piece.length; ) {
      const found = piece.indexOf(carriageReturn, at);
      const stop = found < 0 ? piece.length : found;
      if (stop > at) this.#keep(piece.subarray(at, stop));
      if (found < 0) break;
      this.#returned = true;
      at = stop + 1;
    }
    this.bytes[this.length] = lineFeed;
  }

  #keep(part: Uint8Array): void {
    if (this.#returned) {
      this.length = 0;
      this.redraws++;
      this.#returned = false;
    }
    const room = this.bytes.length - 1 - this.length;
    this.bytes.set(part.length > room ? part.subarray(0, room) : part, this.length);
    this.length += Math.min(room, part.length);
  }
}
