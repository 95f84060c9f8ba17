import { SpillwayError } from '@spillway/core';

/** The last piece of work on each place; gone when it is done. */
const lastOf = new Map<string, Promise<unknown>>();

/**
 * Does pieces of work on one place one after the other.
 *
 * Contract: within this process; what one throws is its own affair. What was aborted before its turn is not done.
 * Without it, calls that are made at once would each change the text that they found, and the last one would undo the
 * others.
 * @throws SpillwayError `aborted`, or what the work throws.
 */
export async function inTurn<T>(
  place: string | Buffer,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const key = Buffer.from(place as string).toString('latin1');
  const start = (): Promise<T> => {
    if (signal?.aborted) throw aborted(signal.reason);
    return work();
  };
  const before = lastOf.get(key);
  const mine = before === undefined ? start() : before.then(start, start);
  lastOf.set(key, mine);
  try {
    return await mine;
  } finally {
    if (lastOf.get(key) === mine) lastOf.delete(key);
  }
}

function aborted(cause: unknown): SpillwayError {
  return new SpillwayError({
    code: 'aborted',
    message: 'The call was stopped before anything was written. Send it again if it is still wanted.',
    cause,
  });
}
