import { opendir } from 'node:fs/promises';
import { SpillwayError } from '../../errors.ts';
import { isMissing } from './errno.ts';
import { storeNames } from './layout.ts';
import { type SecureDirectory, within } from './secure-directory.ts';

const batchSize = 64;

/** Goes over the names in a directory, a few at a time and in no order. */
export async function* nameBatches(directory: SecureDirectory): AsyncGenerator<readonly string[], void, void> {
  let batch: string[] = [];
  for await (const entry of await opendir(directory.at(), { bufferSize: batchSize })) {
    batch.push(entry.name);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Visits each folder in one of the store's own, such as each scope in `objects`.
 *
 * Contract: what is missing, vanishes on the way, or is not a folder of ours is passed over. `visit` gets the folder
 * open, and it is closed afterwards.
 */
export async function forEachFolder(
  root: SecureDirectory,
  parentName: string,
  visit: (folder: SecureDirectory, name: string) => Promise<void>,
): Promise<void> {
  await whereThere(() =>
    within(root.openChild(parentName), async (parent) => {
      for await (const names of nameBatches(parent)) {
        for (const name of names) {
          await whereThere(() => within(parent.openChild(name), (folder) => visit(folder, name)));
        }
      }
    }),
  );
}

/** Visits the stored results, a few names at a time. */
export async function forEachObjectBatch(
  root: SecureDirectory,
  visit: (scope: SecureDirectory, scopeName: string, ids: readonly string[]) => Promise<void>,
): Promise<void> {
  await forEachFolder(root, storeNames.objects, async (scope, scopeName) => {
    for await (const ids of nameBatches(scope)) await visit(scope, scopeName, ids);
  });
}

async function whereThere(use: () => Promise<void>): Promise<void> {
  try {
    await use();
  } catch (error) {
    const isForeign = SpillwayError.isInstance(error) && error.code === 'store-insecure';
    if (!isMissing(error) && !isForeign) throw error;
  }
}
