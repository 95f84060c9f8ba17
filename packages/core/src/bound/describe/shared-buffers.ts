/** Bytes of one buffer. */
export const sharedBufferBytes = 1_048_576;
/** Buffers of one stream that the other thread may still have to read. */
const maxBuffers = 6;

/**
 * Knows which buffers a stream may fill while another thread reads others.
 *
 * Contract: at most six of 1 MiB. They are taken from `spare` and given back to it, which keeps no more than one stream
 * needs: shared memory costs no garbage collection, and is freed by none for long.
 */
export class SharedBuffers {
  readonly #spare: SharedArrayBuffer[];
  readonly #free: SharedArrayBuffer[] = [];
  readonly #sent: SharedArrayBuffer[] = [];
  #made = 0;

  constructor(spare: SharedArrayBuffer[]) {
    this.#spare = spare;
  }

  get hasFree(): boolean {
    return this.#free.length > 0 || this.#made < maxBuffers;
  }

  /** Returns a buffer to fill; there is one while `hasFree` says so. */
  take(): SharedArrayBuffer {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    this.#made += 1;
    return this.#spare.pop() ?? new SharedArrayBuffer(sharedBufferBytes);
  }

  /** The other thread has it now. */
  sent(buffer: SharedArrayBuffer): void {
    this.#sent.push(buffer);
  }

  /** The other thread is done with the one that was sent first. */
  taken(): void {
    const buffer = this.#sent.shift();
    if (buffer !== undefined) this.#free.push(buffer);
  }

  /** Gives back all that the other thread is done with. */
  release(): void {
    for (const buffer of this.#free) if (this.#spare.length < maxBuffers) this.#spare.push(buffer);
    this.#free.length = 0;
  }
}
