/** Keeps the last bytes of a stream. */
export class Tail {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #byteLength = 0;

  constructor(options: { maxBytes: number }) {
    this.#maxBytes = options.maxBytes;
  }

  write(chunk: Buffer): void {
    const piece = Buffer.from(chunk.subarray(-this.#maxBytes));
    this.#pieces.push(piece);
    this.#byteLength += piece.length;
    if (this.#byteLength < 2 * this.#maxBytes && this.#pieces.length < 256) return;
    const kept = Buffer.from(Buffer.concat(this.#pieces).subarray(-this.#maxBytes));
    this.#pieces = [kept];
    this.#byteLength = kept.length;
  }

  toString(): string {
    return Buffer.concat(this.#pieces).subarray(-this.#maxBytes).toString('utf8');
  }
}
