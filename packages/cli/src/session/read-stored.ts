import type { Session } from './open-session.ts';

/**
 * Reads a stored result, and adds up the newest hundred of its scope.
 *
 * Contract: the whole result is held in memory: for one that is known to be small.
 */
export async function readStored(session: Session, id: string): Promise<{ bytes: Uint8Array; totalBytes: number }> {
  const { handles } = await session.store.list(session.scope, { limit: 100 });
  const totalBytes = handles.reduce((sum, handle) => sum + handle.byteLength, 0);
  const stored = await session.store.open(session.scope, id);
  try {
    return { bytes: await stored.read(0, stored.byteLength), totalBytes };
  } finally {
    await stored.close();
  }
}
