import { storeFull } from '../../store-errors.ts';

/** Results whose sizes are remembered; beyond it the oldest are no longer counted. */
const maxRemembered = 100_000;

/** What came of an attempt to remove a result; `kept` is pinned, young, or used again meanwhile. */
export type RemovalOutcome = 'removed' | 'kept' | 'missing';

/**
 * Counts what one store object has in the store.
 *
 * Contract: `reserve` keeps the sum of data bytes at or under `limitBytes` by removing its own oldest results, or
 * throws `store-full`.
 */
export class ProcessBudget {
  readonly #limitBytes: number;
  readonly #remove: (key: string) => Promise<RemovalOutcome>;
  readonly #owned = new Map<string, number>();
  #usedBytes = 0;

  constructor(limitBytes: number, remove: (key: string) => Promise<RemovalOutcome>) {
    this.#limitBytes = limitBytes;
    this.#remove = remove;
  }

  async reserve(bytes: number): Promise<void> {
    if (this.#usedBytes + bytes > this.#limitBytes) await this.#makeRoom(bytes);
    if (this.#usedBytes + bytes > this.#limitBytes) throw storeFull('processStoreBytes', this.#limitBytes);
    this.#usedBytes += bytes;
  }

  release(bytes: number): void {
    this.#usedBytes -= bytes;
  }

  /** Says under which key reserved bytes are now stored. */
  settle(key: string, bytes: number): void {
    this.forget(key);
    this.#owned.set(key, bytes);
    const [oldest] = this.#owned.keys();
    if (this.#owned.size > maxRemembered && oldest !== undefined) this.forget(oldest);
  }

  /** Says that a result is gone. */
  forget(key: string): void {
    this.#usedBytes -= this.#owned.get(key) ?? 0;
    this.#owned.delete(key);
  }

  async #makeRoom(bytes: number): Promise<void> {
    for (const key of [...this.#owned.keys()]) {
      if (this.#usedBytes + bytes <= this.#limitBytes) return;
      if ((await this.#remove(key)) !== 'kept') this.forget(key);
    }
  }
}
