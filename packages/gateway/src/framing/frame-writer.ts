import type { Writable } from 'node:stream';

/**
 * Writes whole frames to a stream that may be slow or gone.
 *
 * Contract: each frame is one write, so frames never mix. `write` returns a promise only when more than
 * `maxQueuedBytes` wait, and it resolves when the stream has drained or closed. A closed or broken stream swallows
 * frames and never throws; `closed` tells, and `onClose` is called once.
 */
export class FrameWriter {
  readonly #stream: Writable;
  readonly #maxQueuedBytes: number;
  #closed = false;
  #waiting: Promise<void> | undefined;
  #release: (() => void) | undefined;

  constructor(stream: Writable, options: { maxQueuedBytes: number; onClose?: () => void }) {
    this.#stream = stream;
    this.#maxQueuedBytes = options.maxQueuedBytes;
    const close = (): void => {
      if (this.#closed) return;
      this.#closed = true;
      this.#go();
      options.onClose?.();
    };
    stream.on('error', close);
    stream.on('close', close);
    stream.on('drain', () => this.#go());
  }

  get closed(): boolean {
    return this.#closed;
  }

  write(wire: Buffer): Promise<void> | undefined {
    if (this.#closed || this.#stream.destroyed || this.#stream.writableEnded) return undefined;
    this.#stream.write(wire);
    return this.#stream.writableNeedDrain && this.#stream.writableLength > this.#maxQueuedBytes
      ? this.#drained()
      : undefined;
  }

  /** Resolves when every frame has left, or nobody will take them any more. */
  async flush(): Promise<void> {
    while (!this.#closed && this.#stream.writableLength > 0) {
      await new Promise<void>((resolve) => {
        this.#stream.write('', () => resolve());
        this.#drained().then(resolve);
      });
    }
  }

  /** Says that no more frames follow. */
  end(): void {
    if (!this.#closed && !this.#stream.writableEnded) this.#stream.end();
  }

  #drained(): Promise<void> {
    this.#waiting ??= new Promise((resolve) => {
      this.#release = resolve;
    });
    return this.#waiting;
  }

  #go(): void {
    this.#release?.();
    this.#release = undefined;
    this.#waiting = undefined;
  }
}
