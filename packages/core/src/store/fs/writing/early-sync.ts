import type { FileHandle } from 'node:fs/promises';

/** So much may be written before the disk is asked to take it. */
const syncBytes = 8_388_608;

/**
 * Asks the disk to take what was written while more is being written, so that little is left for the end.
 *
 * Contract: one request at a time, in the background. `settle` waits for it and throws its failure: the system tells of a
 * failed write only once, so a later request would know nothing of it.
 */
export class EarlySync {
  readonly #file: FileHandle;
  #unsynced = 0;
  #running: Promise<void> | undefined;
  #failure: unknown;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Says that so many more bytes are written. */
  wrote(byteLength: number): void {
    this.#unsynced += byteLength;
    if (this.#unsynced < syncBytes || this.#running !== undefined) return;
    this.#unsynced = 0;
    this.#running = this.#file.datasync().then(
      () => {
        this.#running = undefined;
      },
      (error: unknown) => {
        this.#failure = error;
      },
    );
  }

  async settle(): Promise<void> {
    await this.#running;
    if (this.#failure !== undefined) throw this.#failure;
  }
}
