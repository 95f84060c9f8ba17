import { lstat } from 'node:fs/promises';
import { suggestHandleId } from '../../../handle/handle-id.ts';
import { isMissing } from '../../../system/errno.ts';
import { handleForbidden, handleGone, handleUnknown } from '../../store-errors.ts';
import { damaged } from '../disk/errno.ts';
import { scopeFolderName, storeNames } from '../disk/layout.ts';
import { type SecureDirectory, within } from '../disk/secure-directory.ts';
import { forEachFolder, nameBatches } from '../disk/walk.ts';
import type { FsContext } from '../root/context.ts';
import { FsSource } from './source.ts';
import { openObject, readHandle } from './stored-object.ts';
import { findTombstone } from './tombstones.ts';

/** Runs something in the folder of a scope, or returns nothing where the scope has none. */
export async function inScope<T>(
  root: SecureDirectory,
  scope: string,
  use: (folder: SecureDirectory) => Promise<T>,
): Promise<T | undefined> {
  let folder: SecureDirectory;
  try {
    folder = await within(root.openChild(storeNames.objects, { hold: true }), (objects) =>
      objects.openChild(scopeFolderName(scope), { hold: true }),
    );
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  return within(folder, use);
}

/** Lists the ids that a scope has, in no order. */
export async function listIds(root: SecureDirectory, scope: string): Promise<readonly string[]> {
  const ids: string[] = [];
  await inScope(root, scope, async (folder) => {
    for await (const names of nameBatches(folder)) ids.push(...names);
  });
  return ids;
}

/**
 * Opens a stored result of a scope.
 *
 * @throws SpillwayError that says why it cannot be: `handle-expired`, `handle-evicted`, `handle-forbidden`,
 * `handle-unknown`, `source-unreadable`, `store-insecure`; errors of the system.
 */
export async function openStored(
  context: FsContext,
  root: SecureDirectory,
  scope: string,
  id: string,
): Promise<FsSource> {
  const found = await tryOpen(context, root, scope, id);
  if (found !== undefined) return found;
  const scopeName = scopeFolderName(scope);
  const tombstone = await findTombstone(root, scopeName, id);
  // A result on its way out may have been put back.
  const foundLater = tombstone && (await tryOpen(context, root, scope, id));
  if (foundLater !== undefined) return foundLater;
  if (tombstone !== undefined) throw handleGone(id, tombstone);
  const nearId = suggestHandleId(id, await listIds(root, scope));
  throw (await isInAnyScope(root, id)) ? handleForbidden(id, nearId) : handleUnknown(id, nearId);
}

/** Tells whether any scope has an id. */
export async function isInAnyScope(root: SecureDirectory, id: string): Promise<boolean> {
  let isThere = false;
  await forEachFolder(root, storeNames.objects, async (folder) => {
    isThere ||= await lstat(folder.at(id)).then(
      () => true,
      () => false,
    );
  });
  return isThere;
}

async function tryOpen(
  context: FsContext,
  root: SecureDirectory,
  scope: string,
  id: string,
): Promise<FsSource | undefined> {
  return inScope(root, scope, async (scopeFolder) => {
    let folder: SecureDirectory;
    try {
      folder = await scopeFolder.openChild(id);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
    return within(folder, async (opened) => {
      try {
        return await openIn(context, opened, scope, id);
      } catch (error) {
        if (!isMissing(error)) throw error;
        // On its way out, or robbed of a file.
        if (await scopeFolder.has(id, opened)) throw damaged(id, 'a file is missing');
        return undefined;
      }
    });
  });
}

async function openIn(
  { limits, now }: FsContext,
  folder: SecureDirectory,
  scope: string,
  id: string,
): Promise<FsSource> {
  const object = await openObject(folder, id);
  try {
    const { meta, usedAt } = object;
    if (meta.scope !== scope) throw damaged(id, 'it belongs to another scope');
    const expiredAt = usedAt + limits.ttlMs;
    if (expiredAt <= now()) throw handleGone(id, { reason: 'expired', byteLength: meta.byteLength, at: expiredAt });
    const handle = await readHandle(folder, id, meta, { usedAt, ttlMs: limits.ttlMs });
    return await FsSource.open(folder, object, handle);
  } catch (error) {
    await object.data.close();
    throw error;
  }
}
