/** The last piece of work on each place; gone when it is done. */
const lastOf = new Map<string, Promise<unknown>>();

/**
 * Does pieces of work on one place one after the other.
 *
 * Contract: within this process; what one throws is its own affair. Without it, calls that are made at once would each
 * change the text that they found, and the last one would undo the others.
 */
export async function inTurn<T>(place: string | Buffer, work: () => Promise<T>): Promise<T> {
  const key = Buffer.from(place as string).toString('latin1');
  const before = lastOf.get(key);
  const mine = before === undefined ? work() : before.then(work, work);
  lastOf.set(key, mine);
  try {
    return await mine;
  } finally {
    if (lastOf.get(key) === mine) lastOf.delete(key);
  }
}
