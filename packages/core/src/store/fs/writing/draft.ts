import { chmod, type FileHandle, mkdir, rm } from 'node:fs/promises';
import { randomName } from '../../../system/random-name.ts';
import { objectNames } from '../disk/layout.ts';
import type { SecureDirectory } from '../disk/secure-directory.ts';
import { createFile } from '../disk/secure-file.ts';
import type { FsContext } from '../root/context.ts';

/**
 * A result that is being written: its folder `name` in `session`, and the data file in it.
 *
 * The folder is new, its name cannot be guessed, and its parent is open and ours alone: so nothing can have taken its
 * place, and it needs no descriptor of its own.
 */
export interface Draft {
  readonly name: string;
  readonly session: SecureDirectory;
  readonly data: FileHandle;
}

/** Begin of the names of drafts. */
export const draftPrefix = 'draft-';

/** Makes the folder of a new result. Contract: the caller closes `session` and `data`. */
export async function createDraft(context: FsContext, root: SecureDirectory): Promise<Draft> {
  const session = await context.session.open(root);
  try {
    const name = `${draftPrefix}${randomName()}`;
    await mkdir(session.at(name), 0o700);
    await chmod(session.at(name), 0o700);
    return { name, session, data: await createFile(session, name, objectNames.data) };
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** Removes a draft. Never throws: what cannot be removed now is removed when this process is gone. */
export async function removeDraft({ session, name }: Pick<Draft, 'session' | 'name'>): Promise<void> {
  try {
    await rm(session.at(name), { recursive: true, force: true });
  } catch {
  } finally {
    await session.close();
  }
}
