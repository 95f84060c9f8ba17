/** A server that sends one large message soon sends another, or none. */
const KEPT_MS = 10_000;

/**
 * Keeps one large buffer for the next large message, so that memory is not asked for, cleared and collected for each.
 *
 * Contract: at most one, and at most ten seconds long; keeps no process alive.
 */
export class SpareBuffer {
  #buffer: Buffer | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Takes a buffer that nobody uses any more. */
  give(buffer: Buffer): void {
    clearTimeout(this.#timer);
    this.#buffer = buffer;
    this.#timer = setTimeout(() => {
      this.#buffer = undefined;
    }, KEPT_MS);
    this.#timer.unref();
  }

  /** Gives it out where it is of exactly so many bytes. */
  take(byteLength: number): Buffer | undefined {
    const buffer = this.#buffer?.length === byteLength ? this.#buffer : undefined;
    if (buffer === undefined) return undefined;
    clearTimeout(this.#timer);
    this.#buffer = undefined;
    return buffer;
  }
}
