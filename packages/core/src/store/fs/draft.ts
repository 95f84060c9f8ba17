import { type FileHandle, rm } from 'node:fs/promises';
import type { FsContext } from './context.ts';
import { objectNames } from './layout.ts';
import { randomName } from './random-name.ts';
import { type SecureDirectory, within } from './secure-directory.ts';
import { createFile } from './secure-file.ts';

/** A result that is being written: its folder `name` in the session's, and the data file in it. */
export interface Draft {
  readonly name: string;
  readonly folder: SecureDirectory;
  readonly data: FileHandle;
}

/** Makes the folder of a new result. Contract: the caller closes `folder` and `data`. */
export async function createDraft(context: FsContext, root: SecureDirectory): Promise<Draft> {
  return within(context.session.open(root), async (session) => {
    const name = `draft-${randomName()}`;
    const folder = await session.openChild(name, { create: true });
    try {
      return { name, folder, data: await createFile(folder, objectNames.data) };
    } catch (error) {
      await folder.close();
      throw error;
    }
  });
}

/** Removes a draft. Never throws: what cannot be removed now is removed when this process is gone. */
export async function removeDraft(context: FsContext, name: string): Promise<void> {
  try {
    await within(context.root.openToWrite(), (root) =>
      within(context.session.open(root), (session) => rm(session.at(name), { recursive: true, force: true })),
    );
  } catch {}
}
