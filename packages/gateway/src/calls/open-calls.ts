/** The smallest share of a turn that still holds a notice and a page. */
export const MIN_TURN_SHARE_BYTES = 2_048;

/** One tool call that is open: how many were open with it at most. */
export interface OpenCall {
  peakOpen: number;
}

/**
 * Shares one turn's bytes between the tool calls that are open at once.
 *
 * Contract: best effort, since nobody says which calls belong to one turn: a call's share is the turn's bytes divided by
 * the most calls that were open during its life, itself included, so the answers of calls opened together never
 * exceed the turn's bytes, whatever order they finish in; a call that was alone may use them all.
 */
export class OpenCalls {
  readonly #maxTurnBytes: number;
  readonly #open = new Set<OpenCall>();

  constructor(options: { maxTurnBytes: number }) {
    this.#maxTurnBytes = options.maxTurnBytes;
  }

  open(): OpenCall {
    const call = { peakOpen: 0 };
    this.#open.add(call);
    for (const other of this.#open) other.peakOpen = Math.max(other.peakOpen, this.#open.size);
    return call;
  }

  close(call: OpenCall): void {
    this.#open.delete(call);
  }

  /** Returns the bytes that a call may use, never under `atLeast`: no answer is readable below that. */
  share(call: OpenCall, atLeast: number): number {
    return Math.max(atLeast, Math.floor(this.#maxTurnBytes / Math.max(1, call.peakOpen)));
  }
}
