import type { OpenCall } from './open-calls.ts';

/** A request of the client that the server has not answered yet. */
export interface PendingCall {
  /** The id as the client wrote it: raw JSON. */
  readonly id: string;
  readonly method: string;
  /** The name in `clientInfo`, of the session or of this request. */
  readonly clientName?: string;
  /** Says that the request is of the era in which each one carries its protocol version. */
  readonly isModern: boolean;
  /** For lists: no cursor was given. */
  readonly isFirstPage: boolean;
  readonly tool?: {
    readonly name: string;
    /** Gives the arguments, where they are not large. */
    readonly input?: () => unknown;
    readonly open: OpenCall;
  };
}

/** Ids of cancelled calls that are remembered, so that a late answer is known for what it is. */
const MAX_CANCELLED = 1_024;

/**
 * Knows which requests of the client are open, by id.
 *
 * Contract: holds an entry from the request until its answer or its cancellation; of cancelled ones only the id, and
 * only of the last 1,024.
 */
export class PendingCalls {
  readonly #calls = new Map<string, PendingCall>();
  readonly #cancelled = new Set<string>();

  get size(): number {
    return this.#calls.size;
  }

  open(key: string, call: PendingCall): void {
    this.#cancelled.delete(key);
    this.#calls.set(key, call);
  }

  /** Returns the call that an answer is for. */
  find(key: string): PendingCall | undefined {
    return this.#calls.get(key);
  }

  /** Removes and returns the call that an answer is for. */
  take(key: string): PendingCall | undefined {
    const call = this.#calls.get(key);
    this.#calls.delete(key);
    return call;
  }

  /** Forgets a call that the client no longer waits for. */
  cancel(key: string): PendingCall | undefined {
    const call = this.take(key);
    if (call === undefined) return undefined;
    this.#cancelled.add(key);
    if (this.#cancelled.size > MAX_CANCELLED) {
      const [oldest] = this.#cancelled;
      this.#cancelled.delete(oldest as string);
    }
    return call;
  }

  /** Tells whether an answer comes after its call was cancelled; true once for each. */
  isLate(key: string): boolean {
    return this.#cancelled.delete(key);
  }

  /** Removes and returns every open call. */
  takeAll(): PendingCall[] {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    return calls;
  }
}
