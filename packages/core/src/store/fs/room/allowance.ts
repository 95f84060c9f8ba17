import { setTimeout as sleep } from 'node:timers/promises';
import { storeFull } from '../../store-errors.ts';

/** What an allowance needs of the store around it. */
export interface AllowancePorts {
  readonly limitBytes: number;
  /** Makes this process's reservation visible to all others. */
  publish(bytes: number): Promise<void>;
  /** Sums what is stored and what others have reserved. */
  othersBytes(): Promise<number>;
  /** Removes results until about this many bytes are free; returns how many were freed. */
  makeRoom(bytes: number): Promise<number>;
}

const mebibyte = 1_048_576;
const maxAttempts = 5;

/**
 * One process's share of a store that others fill at the same time, taken without a lock.
 *
 * Contract: a share grows by stating it first and counting afterwards. Of all that grow at once the last to state
 * counts all the others, so together they never pass `limitBytes`. `reserve` throws `store-full` when nothing can be
 * removed to make room. What was stored stays in the share until it next grows or shrinks: others then count it twice,
 * which errs on the safe side, by at most the extent of one growth.
 */
export class Allowance {
  readonly #ports: AllowancePorts;
  readonly #smallestExtent: number;
  #granted = 0;
  #inFlight = 0;
  #stored = 0;
  #growing = 0;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(ports: AllowancePorts) {
    this.#ports = ports;
    this.#smallestExtent = Math.min(8 * mebibyte, Math.floor(ports.limitBytes / 128));
  }

  /** Takes bytes out of the share for something that is being written. */
  async reserve(bytes: number): Promise<void> {
    if (this.#growing === 0 && this.#take(bytes)) return;
    await this.#enqueue(async () => {
      if (!this.#take(bytes)) await this.#grow(bytes);
    });
  }

  /** Gives bytes back that were never stored. */
  release(bytes: number): void {
    this.#inFlight -= bytes;
  }

  /** Says that reserved bytes are now stored, where all others see them. */
  settle(bytes: number): void {
    this.#inFlight -= bytes;
    this.#stored += bytes;
  }

  /** Gives back what an idle process does not need. */
  async shrink(): Promise<void> {
    if (this.#granted <= this.#smallestExtent || this.#inFlight > 0) return;
    await this.#enqueue(async () => {
      if (this.#inFlight > 0) return;
      const bytes = Math.min(this.#smallestExtent, this.#granted - this.#stored);
      this.restate();
      await this.#ports.publish(bytes);
      this.#granted = bytes;
    });
  }

  /** Resolves when nothing is under way that may state a share. */
  async idle(): Promise<void> {
    await this.#queue;
  }

  /** Takes the share back to what is in use, and returns that: for a statement that is gone and made again. */
  restate(): number {
    this.#granted = this.#inFlight;
    this.#stored = 0;
    return this.#inFlight;
  }

  #take(bytes: number): boolean {
    if (this.#inFlight + this.#stored + bytes > this.#granted) return false;
    this.#inFlight += bytes;
    return true;
  }

  async #grow(bytes: number): Promise<void> {
    const { limitBytes } = this.#ports;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const needed = this.#inFlight + bytes;
      const extent = Math.max(this.#smallestExtent, Math.min(this.#inFlight, Math.floor(limitBytes / 64)));
      // What was stored before now is counted as stored; until this growth is granted there is no share to take from.
      this.restate();
      await this.#ports.publish(needed + extent);
      const excess = needed + extent + (await this.#ports.othersBytes()) - limitBytes;
      if (excess <= extent) {
        if (excess > 0) await this.#ports.publish(needed + extent - excess);
        this.#granted = needed + extent - Math.max(0, excess);
        this.#inFlight += bytes;
        return;
      }
      await this.#ports.publish(needed - bytes);
      this.#granted = needed - bytes;
      if (needed > limitBytes) break;
      const freed = await this.#ports.makeRoom(excess - extent + Math.floor(limitBytes / 64));
      if (freed === 0 && attempt > 0) break;
      // Two that grow at once both step back; the one that wakes first goes first.
      await sleep(Math.random() * 4 * (attempt + 1));
    }
    throw storeFull('storeBytes', limitBytes);
  }

  async #enqueue(work: () => Promise<void>): Promise<void> {
    this.#growing++;
    const turn = this.#queue.then(work).finally(() => {
      this.#growing--;
    });
    this.#queue = turn.catch(() => {});
    await turn;
  }
}
