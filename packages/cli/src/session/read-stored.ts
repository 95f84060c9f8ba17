import type { Session } from './open-session.ts';

/** Reads a stored result whole, into memory: for one that is known to be small. */
export async function readStored(session: Session, id: string): Promise<Uint8Array> {
  const stored = await session.store.open(session.scope, id);
  try {
    return await stored.read(0, stored.byteLength);
  } finally {
    await stored.close();
  }
}
