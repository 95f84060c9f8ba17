import { lstat, lutimes, rmdir } from 'node:fs/promises';
import { errnoOf, isMissing } from '../../../system/errno.ts';
import { maxTombstones } from '../../limits.ts';
import { storeNames, storeOverheadBytes } from '../disk/layout.ts';
import { type SecureDirectory, within } from '../disk/secure-directory.ts';
import { createFile } from '../disk/secure-file.ts';
import { forEachObjectBatch, nameBatches } from '../disk/walk.ts';
import { measureObject } from '../objects/object-stats.ts';
import { trimTombstones } from '../objects/tombstones.ts';
import type { FsContext } from '../root/context.ts';
import { removeLeftovers } from './leftovers.ts';
import { makeRoom } from './make-room.ts';
import { removeObject } from './removal.ts';

/** A sweep on the way happens at most this often, all processes together. */
export const sweepIntervalMs = 300_000;

/**
 * Cleans a store: leftovers of dead processes, results past their age, results over the quota, old tombstones, empty
 * folders.
 *
 * Contract: any number of processes may sweep at once; each result is removed and counted by one of them. Never
 * removes what is open, being written, or (but for its age) pinned.
 */
export async function sweepStore(
  context: FsContext,
  root: SecureDirectory,
): Promise<{ removed: number; freedBytes: number }> {
  await markSwept(root);
  await removeLeftovers(root);
  let removed = 0;
  let freedBytes = 0;
  let storedBytes = storeOverheadBytes;
  await forEachObjectBatch(root, async (scope, scopeName, ids) => {
    for (const id of ids) {
      const stats = measureObject(scope, id);
      storedBytes += stats?.charged ?? 0;
      if (stats === undefined || stats.usedAt + context.limits.ttlMs > context.now()) continue;
      const removal = await removeObject(context, { root, scope, scopeName, id }, 'expired');
      if (removal.outcome === 'removed') removed++;
      freedBytes += removal.freedBytes;
    }
  });
  const excess = storedBytes - freedBytes - context.limits.storeBytes;
  if (excess > 0) {
    const room = await makeRoom(context, root, excess);
    removed += room.removed;
    freedBytes += room.freedBytes;
  }
  await trimTombstones(root, maxTombstones);
  await removeEmptyFolders(root, storeNames.objects);
  await removeEmptyFolders(root, storeNames.tombstones);
  return { removed, freedBytes };
}

/** Tells whether nobody has swept this store for a while. */
export async function isSweepDue(root: SecureDirectory): Promise<boolean> {
  const sweptAt = await lstat(root.at(storeNames.swept)).then(
    (stats) => stats.mtimeMs,
    () => 0,
  );
  return Math.abs(Date.now() - sweptAt) > sweepIntervalMs;
}

async function markSwept(root: SecureDirectory): Promise<void> {
  try {
    await (await createFile(root, storeNames.swept)).close();
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
    await lutimes(root.at(storeNames.swept), new Date(), new Date());
  }
}

/** A writer whose folder goes away just before it publishes makes it anew. */
async function removeEmptyFolders(root: SecureDirectory, parentName: string): Promise<void> {
  try {
    await within(root.openChild(parentName), async (parent) => {
      for await (const names of nameBatches(parent)) {
        for (const name of names) await rmdir(parent.at(name)).catch(() => {});
      }
    });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
