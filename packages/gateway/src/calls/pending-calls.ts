import type { OpenCall } from './open-calls.ts';

/** A request of the client that the server has not answered yet. */
export interface PendingCall {
  /** The id as the client wrote it: raw JSON. */
  readonly id: string;
  readonly method: string;
  /** The name in `clientInfo`, of the session or of this request. */
  readonly clientName?: string | undefined;
  /** Says that the request is of the era in which each one carries its protocol version. */
  readonly isModern: boolean;
  /** For lists: no cursor was given. */
  readonly isFirstPage: boolean;
  readonly tool?:
    | {
        readonly name: string;
        /** Gives the arguments, where they are not large. */
        readonly input?: (() => unknown) | undefined;
        readonly open: OpenCall;
      }
    | undefined;
  /** Says that its id was also that of a tool call, so that its answer may be the one of that call. */
  readonly mayBeTool?: boolean;
}

/** Ids of cancelled calls that are remembered, so that a late answer is known for what it is. */
const MAX_CANCELLED = 1_024;

const TOOL_METHODS: ReadonlySet<string> = new Set(['tools/call', 'tasks/result']);

/**
 * Knows which requests of the client are open, by id.
 *
 * Contract: holds an entry from the request until its answer or its cancellation; of cancelled ones only the id, and
 * only of the last 1,024. Calls that are open under one id are answered first in, first out; where one of them calls a
 * tool, all of them are marked.
 */
export class PendingCalls {
  readonly #calls = new Map<string, PendingCall[]>();
  /** Whether the call was one of a tool, by id. */
  readonly #cancelled = new Map<string, boolean>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  open(key: string, call: PendingCall): void {
    const wasTool = this.#cancelled.get(key) ?? false;
    this.#cancelled.delete(key);
    this.#size++;
    const others = this.#calls.get(key);
    const calls = others === undefined ? [call] : [...others, call];
    const isShared = wasTool || (others !== undefined && calls.some(isTool));
    this.#calls.set(key, isShared ? calls.map((one) => ({ ...one, mayBeTool: true })) : calls);
  }

  /** Returns the call that an answer is for. */
  find(key: string): PendingCall | undefined {
    return this.#calls.get(key)?.[0];
  }

  /** Removes and returns the call that an answer is for. */
  take(key: string): PendingCall | undefined {
    return this.#remove(key, (calls) => calls.shift());
  }

  /** Forgets a call that the client no longer waits for; of several with one id, the last. */
  cancel(key: string): PendingCall | undefined {
    const call = this.#remove(key, (calls) => calls.pop());
    if (call === undefined) return undefined;
    this.#cancelled.set(key, isTool(call));
    if (this.#cancelled.size > MAX_CANCELLED) {
      const [oldest] = this.#cancelled.keys();
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
    const calls = [...this.#calls.values()].flat();
    this.#calls.clear();
    this.#size = 0;
    return calls;
  }

  #remove(key: string, from: (calls: PendingCall[]) => PendingCall | undefined): PendingCall | undefined {
    const calls = this.#calls.get(key);
    const call = calls === undefined ? undefined : from(calls);
    if (call === undefined) return undefined;
    if (calls?.length === 0) this.#calls.delete(key);
    this.#size--;
    return call;
  }
}

function isTool(call: PendingCall): boolean {
  return TOOL_METHODS.has(call.method) || call.mayBeTool === true;
}
