import { SpillwayError } from '../../../errors.ts';
import type { Handle } from '../../../handle/handle.ts';
import { isMissing } from '../../../system/errno.ts';
import { compareNewestFirst, formatListCursor, type ListPosition } from '../../list-position.ts';
import { createSelection } from '../../selection.ts';
import type { HandlePage } from '../../store.ts';
import { type SecureDirectory, within } from '../disk/secure-directory.ts';
import { nameBatches } from '../disk/walk.ts';
import type { FsContext } from '../root/context.ts';
import { inScope } from './lookup.ts';
import { measureObject, readCreatedAt } from './object-stats.ts';
import { openObject, readHandle } from './stored-object.ts';

/**
 * Lists the stored results of a scope, newest first.
 *
 * Contract: looks at every result's folder and reads the metadata of one page; memory for one page. What is stored
 * while it is paged is newer than the page and does not move the rest.
 */
export async function listStored(
  context: FsContext,
  root: SecureDirectory,
  scope: string,
  page: { after: ListPosition | undefined; limit: number },
): Promise<HandlePage> {
  const found = await inScope(root, scope, async (folder) => {
    const positions = await selectPositions(context, folder, page.after, page.limit + 1);
    const shown = positions.slice(0, page.limit);
    const handles = await Promise.all(shown.map(({ id }) => readIfThere(context, folder, scope, id)));
    const last = shown.at(-1);
    const next = positions.length > page.limit && last !== undefined ? { next: formatListCursor(last) } : {};
    return { handles: handles.filter((handle) => handle !== undefined), ...next };
  });
  return found ?? { handles: [] };
}

async function selectPositions(
  { limits, now }: FsContext,
  folder: SecureDirectory,
  after: ListPosition | undefined,
  limit: number,
): Promise<readonly ListPosition[]> {
  const selection = createSelection<ListPosition>(limit, compareNewestFirst);
  for await (const ids of nameBatches(folder)) {
    for (const id of ids) {
      const createdAt = readCreatedAt(folder, id);
      if (createdAt === undefined) continue;
      const position = { id, createdAt };
      if (after !== undefined && compareNewestFirst(after, position) >= 0) continue;
      // An old result may have been produced again since.
      const isOld = createdAt + limits.ttlMs <= now();
      const usedAt = isOld ? measureObject(folder, id)?.usedAt : createdAt;
      if (usedAt !== undefined && usedAt + limits.ttlMs > now()) selection.add(position);
    }
  }
  return selection.take();
}

/** What was removed meanwhile, or is damaged, is left out. */
async function readIfThere(
  { limits }: FsContext,
  scopeFolder: SecureDirectory,
  scope: string,
  id: string,
): Promise<Handle | undefined> {
  try {
    return await within(scopeFolder.openChild(id), async (folder) => {
      const object = await openObject(folder, id);
      await object.data.close();
      if (object.meta.scope !== scope) return undefined;
      return readHandle(folder, id, object.meta, { usedAt: object.usedAt, ttlMs: limits.ttlMs });
    });
  } catch (error) {
    const isLeftOut = SpillwayError.isInstance(error) && ['source-unreadable', 'store-insecure'].includes(error.code);
    if (isMissing(error) || isLeftOut) return undefined;
    throw error;
  }
}
