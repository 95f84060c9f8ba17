import { lstat, rename } from 'node:fs/promises';
import { SpillwayError } from '../../../errors.ts';
import type { Handle } from '../../../handle/handle.ts';
import { deriveHandleIds } from '../../../handle/handle-id.ts';
import { isMissing } from '../../../system/errno.ts';
import { isSameContent, lossQualifier, type StoredMeta, toHandle } from '../../stored-meta.ts';
import { scopeFolderName, storeNames } from '../disk/layout.ts';
import { type SecureDirectory, within } from '../disk/secure-directory.ts';
import { openObject, readHandle, recordUse } from '../objects/stored-object.ts';
import type { FsContext } from '../root/context.ts';
import { isOccupied } from '../root/session.ts';
import type { Draft } from './draft.ts';

/** Where a finished result came to stand. `isNew` is false when the same content stood there already. */
export interface Published {
  readonly handle: Handle;
  readonly scopeName: string;
  readonly isNew: boolean;
}

const maxAttempts = 100;

/**
 * Puts a finished result in its place, in one step: nobody ever sees a part of it.
 *
 * Contract: a result that is there already grows by this one's provenance, and the draft stays for the caller to
 * remove. An id taken by another content is made longer.
 */
export async function publishObject(
  context: FsContext,
  root: SecureDirectory,
  draft: Pick<Draft, 'session' | 'name'>,
  meta: StoredMeta,
): Promise<Published> {
  const scopeName = scopeFolderName(meta.scope);
  for (let attempt = 1; ; attempt++) {
    try {
      return await within(root.openChild(storeNames.objects, { create: true, hold: true }), (objects) =>
        within(objects.openChild(scopeName, { create: true, hold: true }), async (scope) => {
          const published = await publishInScope(context, scope, draft, meta);
          if (context.durability === 'fsync') {
            await scope.sync();
            await objects.sync();
          }
          await scope.assertInPlace();
          return { ...published, scopeName };
        }),
      );
    } catch (error) {
      // A sweeper removes empty scopes, and what is there may be evicted while it is looked at.
      if (!isMissing(error) || attempt === maxAttempts) throw error;
      await lstat(draft.session.at(draft.name));
    }
  }
}

async function publishInScope(
  context: FsContext,
  scope: SecureDirectory,
  draft: Pick<Draft, 'session' | 'name'>,
  meta: StoredMeta,
): Promise<Omit<Published, 'scopeName'>> {
  const qualifier = lossQualifier(meta);
  for (const id of deriveHandleIds({ key: context.root.key, scope: meta.scope, sha256: meta.sha256, qualifier })) {
    try {
      await rename(draft.session.at(draft.name), scope.at(id));
      const { ttlMs } = context.limits;
      return { handle: toHandle(id, meta, [], { usedAt: meta.createdAt, ttlMs }), isNew: true };
    } catch (error) {
      if (!isOccupied(error)) throw error;
    }
    const joined = await joinExisting(context, scope, id, meta);
    if (joined === 'gone') throw Object.assign(new Error(`${id} was removed meanwhile`), { code: 'ENOENT' });
    if (joined !== 'other') return { handle: joined, isNew: false };
  }
  throw new Error('every id of this content is taken');
}

/** Adds to the result under an id; `other` is another content or a damaged one, `gone` was removed meanwhile. */
async function joinExisting(
  context: FsContext,
  scope: SecureDirectory,
  id: string,
  meta: StoredMeta,
): Promise<Handle | 'other' | 'gone'> {
  try {
    return await within(scope.openChild(id), async (folder) => {
      try {
        return await joinOpened(context, scope, folder, id, meta);
      } catch (error) {
        if (!isMissing(error)) throw error;
        return (await scope.has(id, folder)) ? 'other' : 'gone';
      }
    });
  } catch (error) {
    if (isMissing(error)) return 'gone';
    const isTaken = SpillwayError.isInstance(error) && ['source-unreadable', 'store-insecure'].includes(error.code);
    if (isTaken) return 'other';
    throw error;
  }
}

async function joinOpened(
  context: FsContext,
  scope: SecureDirectory,
  folder: SecureDirectory,
  id: string,
  meta: StoredMeta,
): Promise<Handle | 'other' | 'gone'> {
  const existing = await openObject(folder, id);
  try {
    if (existing.meta.scope !== meta.scope || !isSameContent(existing.meta, meta)) return 'other';
    const usedAt = context.now();
    await recordUse(folder, existing.data, meta.first, usedAt, context.durability === 'fsync');
    // Removed between the opening and the record of use, it would be lost with the draft.
    if (!(await scope.has(id, folder))) return 'gone';
    return await readHandle(folder, id, existing.meta, { usedAt, ttlMs: context.limits.ttlMs });
  } finally {
    await existing.data.close();
  }
}
