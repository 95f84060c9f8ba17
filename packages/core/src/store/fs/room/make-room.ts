import { isMissing } from '../../../system/errno.ts';
import { maxTombstones, minEvictionAgeMs } from '../../limits.ts';
import { createSelection } from '../../selection.ts';
import { storeNames } from '../disk/layout.ts';
import { type SecureDirectory, within } from '../disk/secure-directory.ts';
import { forEachObjectBatch } from '../disk/walk.ts';
import { isPinned, measureObject, type ObjectStats } from '../objects/object-stats.ts';
import { trimTombstones } from '../objects/tombstones.ts';
import type { FsContext } from '../root/context.ts';
import { removeObject } from './removal.ts';

/** Results looked at for eviction in one pass; where they do not suffice, the caller asks again. */
const maxCandidates = 1024;

interface Candidate extends ObjectStats {
  readonly scopeName: string;
  readonly id: string;
}

/**
 * Removes results until about `bytes` are free: what has expired, then the oldest that is neither pinned nor young.
 *
 * Contract: one pass over the store, bounded memory. What it frees may be less, or nothing.
 */
export async function makeRoom(
  context: FsContext,
  root: SecureDirectory,
  bytes: number,
): Promise<{ removed: number; freedBytes: number }> {
  const now = context.now();
  const oldest = createSelection<Candidate>(maxCandidates, (a, b) => a.usedAt - b.usedAt);
  await forEachObjectBatch(root, async (scope, scopeName, ids) => {
    for (const id of ids) {
      const found = measureObject(scope, id);
      if (found === undefined || found.usedAt + minEvictionAgeMs > now) continue;
      if (!isPinned(scope, id) || found.usedAt + context.limits.ttlMs <= now) {
        oldest.add({ ...found, scopeName, id });
      }
    }
  });
  let removed = 0;
  let freedBytes = 0;
  for (const candidate of oldest.take()) {
    if (freedBytes >= bytes) break;
    const freed = await remove(context, root, candidate);
    if (freed > 0) removed++;
    freedBytes += freed;
  }
  if (removed > 0) await trimTombstones(root, maxTombstones);
  return { removed, freedBytes };
}

async function remove(context: FsContext, root: SecureDirectory, candidate: Candidate): Promise<number> {
  const { scopeName, id, usedAt } = candidate;
  const reason = usedAt + context.limits.ttlMs <= context.now() ? 'expired' : 'evicted';
  try {
    return await within(root.openChild(storeNames.objects), (objects) =>
      within(objects.openChild(scopeName), async (scope) => {
        return (await removeObject(context, { root, scope, scopeName, id }, reason)).freedBytes;
      }),
    );
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}
