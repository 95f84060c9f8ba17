import { rename, rm } from 'node:fs/promises';
import { isMissing } from '../../../system/errno.ts';
import { randomName } from '../../../system/random-name.ts';
import { minEvictionAgeMs } from '../../limits.ts';
import type { RemovalReason, Tombstone } from '../../store-errors.ts';
import { trashPrefix } from '../disk/layout.ts';
import { type SecureDirectory, within } from '../disk/secure-directory.ts';
import { isPinned, measureObject, type ObjectStats } from '../objects/object-stats.ts';
import { bury, unbury } from '../objects/tombstones.ts';
import type { FsContext } from '../root/context.ts';
import { isOccupied } from '../root/session.ts';
import type { RemovalOutcome } from './process-budget.ts';

/** A stored result and the folders around it. */
export interface ObjectPlace {
  readonly root: SecureDirectory;
  readonly scope: SecureDirectory;
  readonly scopeName: string;
  readonly id: string;
}

/**
 * Removes a stored result, unless it may not be removed for this reason.
 *
 * Contract: several processes may try at once, and others may produce the same content or pin it meanwhile. The result
 * leaves its place in one step; then it is looked at again, and put back if it was used or pinned just before. A writer
 * that finds its content stored makes sure, after saying so, that it still is. So no handle that was returned is lost
 * between the two. A source that is open keeps its descriptor. First the tombstone is set, so that at no time a
 * removed result is an unknown one.
 */
export async function removeObject(
  context: FsContext,
  place: ObjectPlace,
  reason: RemovalReason,
): Promise<{ outcome: RemovalOutcome; freedBytes: number }> {
  const { root, scope, scopeName, id } = place;
  const before = measureObject(scope, id);
  if (before === undefined) return { outcome: 'missing', freedBytes: 0 };
  if (!mayRemove(context, scope, id, before, reason)) return { outcome: 'kept', freedBytes: 0 };
  const tombstone = toTombstone(context, before, reason);
  await bury(root, scopeName, id, tombstone);
  return within(context.session.open(root), async (session) => {
    const trash = `${trashPrefix}${before.charged}-${randomName()}`;
    try {
      await rename(scope.at(id), session.at(trash));
    } catch (error) {
      if (isMissing(error)) return { outcome: 'missing', freedBytes: 0 };
      throw error;
    }
    const after = measureObject(session, trash);
    const isUsedAgain = reason !== 'deleted' && after?.usedAt !== before.usedAt;
    const isPinnedNow = reason === 'evicted' && isPinned(session, trash);
    if ((isUsedAgain || isPinnedNow) && (await putBack(session, trash, scope, id))) {
      await unbury(root, scopeName, id, tombstone);
      return { outcome: 'kept', freedBytes: 0 };
    }
    await rm(session.at(trash), { recursive: true, force: true });
    const { now, emit } = context;
    if (reason === 'evicted') emit({ type: 'handle-evicted', at: now(), handleId: id, byteLength: before.byteLength });
    return { outcome: 'removed', freedBytes: before.charged };
  });
}

function mayRemove(
  { now, limits }: FsContext,
  parent: SecureDirectory,
  name: string,
  stats: ObjectStats,
  reason: RemovalReason,
): boolean {
  if (reason === 'deleted') return true;
  if (reason === 'expired') return stats.usedAt + limits.ttlMs <= now();
  return stats.usedAt + minEvictionAgeMs <= now() && !isPinned(parent, name);
}

/** Returns false when the same content was stored anew in the meantime. */
async function putBack(session: SecureDirectory, trash: string, scope: SecureDirectory, id: string): Promise<boolean> {
  try {
    await rename(session.at(trash), scope.at(id));
    return true;
  } catch (error) {
    if (isOccupied(error)) return false;
    throw error;
  }
}

function toTombstone({ now, limits }: FsContext, stats: ObjectStats, reason: RemovalReason): Tombstone {
  const at = reason === 'expired' ? stats.usedAt + limits.ttlMs : now();
  return { reason, byteLength: stats.byteLength, at };
}
