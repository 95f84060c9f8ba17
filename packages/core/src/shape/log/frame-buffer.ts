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
    let end = piece.length;
    while (end > 0 && piece[end - 1] === carriageReturn) end--;
    const hasText = end > 0;
    const start = hasText ? piece.lastIndexOf(carriageReturn, end - 1) + 1 : 0;
    const startsFrame = hasText && (start > 0 || this.#returned);
    if (startsFrame) {
      this.redraws += countFrames(piece, end, this.#returned);
      this.length = 0;
    }
    const room = this.bytes.length - 1 - this.length;
    const kept = Math.min(room, end - start);
    this.bytes.set(piece.subarray(start, start + kept), this.length);
    this.length += kept;
    this.bytes[this.length] = lineFeed;
    if (end < piece.length) this.#returned = true;
    else if (hasText) this.#returned = false;
  }
}

/** Counts the frames that start behind a carriage return; `returned` says that one stands before the piece. */
function countFrames(piece: Uint8Array, end: number, returned: boolean): number {
  let frames = 0;
  let isBehind = returned;
  for (let at = 0; at < end; at++) {
    const isReturn = piece[at] === carriageReturn;
    if (isBehind && !isReturn) frames++;
    isBehind = isReturn;
  }
  return frames;
}
