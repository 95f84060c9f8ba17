import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits for a piece of work, but no longer than so many milliseconds, and tells whether it is done.
 *
 * Contract: what is not done goes on; its timer is let go of. Rejects as the work does, where it does in time.
 */
export async function isDoneWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const limit = new AbortController();
  const late = delay(limitMs, false, { signal: limit.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    limit.abort();
  }
}
