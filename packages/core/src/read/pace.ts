import { setImmediate as nextTurn } from 'node:timers/promises';
import { SpillwayError } from '../errors.ts';

/** Lets long work share the event loop, and ends it on an abort. */
export interface Pace {
  /** Tells whether `rest` should be awaited: the work has held the event loop for long, or is to end. */
  isDue(): boolean;
  /** Gives the event loop a turn. */
  rest(): Promise<void>;
  /** Milliseconds since the work began. */
  elapsedMs(): number;
}

const turnMs = 10;

/**
 * Creates the pace of one piece of work.
 *
 * Contract: work that awaits `rest` whenever `isDue` holds the event loop for about 10 ms and one of its own steps.
 * @throws SpillwayError `aborted` from `rest`, and at once when the signal is aborted already.
 */
export function createPace(signal?: AbortSignal): Pace {
  const begin = performance.now();
  let turnBegin = begin;
  throwIfAborted(signal);
  return {
    isDue: () => signal?.aborted === true || performance.now() - turnBegin >= turnMs,
    elapsedMs: () => performance.now() - begin,
    rest: async () => {
      await nextTurn();
      throwIfAborted(signal);
      turnBegin = performance.now();
    },
  };
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(signal.reason);
}

/** Tells that reading was aborted. */
export function abortedError(reason: unknown): SpillwayError {
  return new SpillwayError({
    code: 'aborted',
    message: 'reading was aborted',
    modelText: 'The reading was stopped before it was done. Send the same call again if it is still wanted.',
    cause: reason,
  });
}
