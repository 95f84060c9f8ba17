import { rm } from 'node:fs/promises';
import { errnoOf } from '../../../system/errno.ts';
import { objectNames } from '../disk/layout.ts';
import type { SecureDirectory } from '../disk/secure-directory.ts';
import { createFile } from '../disk/secure-file.ts';

/** Marks a stored result as one that is not evicted. Contract: marking twice is marking once. */
export async function pinObject(folder: SecureDirectory): Promise<void> {
  try {
    await (await createFile(folder, objectNames.pinned)).close();
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
}

/** Takes the mark away. */
export async function unpinObject(folder: SecureDirectory): Promise<void> {
  await rm(folder.at(objectNames.pinned), { force: true });
}
