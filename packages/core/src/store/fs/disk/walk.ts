import { opendir } from 'node:fs/promises';
import { setImmediate as otherWork } from 'node:timers/promises';
import { SpillwayError } from '../../../errors.ts';
import { isMissing } from '../../../system/errno.ts';
import { storeNames } from './layout.ts';
import { type SecureDirectory, within } from './secure-directory.ts';

const batchSize = 64;

/**
 * Goes over the names in a directory, a few at a time and in no order.
 *
 * Contract: memory for a few names; lets other work of the process go on between them. Names are read without waiting,
 * for what was opened just before answers, and waiting for each costs more than all else.
 */
export async function* nameBatches(directory: SecureDirectory): AsyncGenerator<readonly string[], void, void> {
  const entries = await opendir(directory.at(), { bufferSize: batchSize });
  try {
    for (;;) {
      const batch: string[] = [];
      for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
        if (batch.push(entry.name) === batchSize) break;
      }
      if (batch.length === 0) return;
      yield batch;
      await otherWork();
    }
  } finally {
    await entries.close();
  }
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
