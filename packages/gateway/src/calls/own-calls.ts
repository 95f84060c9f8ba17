import { answerOwnCall, type OwnAnswer, type OwnCall, type OwnCallLimits } from './own-call.ts';

/**
 * Runs calls of our own tools, those of one client.
 *
 * Contract: calls that are open at once share the turn's bytes; those that came in one burst are all open before the
 * first is run, so that each knows its share.
 */
export class OwnCalls {
  readonly #limits: OwnCallLimits;
  readonly #running = new Set<Promise<OwnAnswer>>();

  constructor(limits: OwnCallLimits) {
    this.#limits = limits;
  }

  /** Runs a call to its end. Contract: rejects for one that was aborted before it began, and for no other. */
  run(call: Omit<OwnCall, 'open'>): Promise<OwnAnswer> {
    const { openCalls } = this.#limits;
    const open = openCalls.open();
    const run = new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => {
        if (call.signal.aborted) throw new Error('the call was cancelled before it began');
        return answerOwnCall({ ...call, open }, this.#limits);
      })
      .finally(() => {
        openCalls.close(open);
        this.#running.delete(run);
      });
    this.#running.add(run);
    return run;
  }

  /** Resolves when none runs any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}
