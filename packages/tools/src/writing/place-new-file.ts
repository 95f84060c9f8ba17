import { link, lstat, rename } from 'node:fs/promises';

/** How a system says that a file system has no hard links. */
const noLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Gives a finished file its name.
 *
 * Contract: never replaces. Where there are no hard links (FAT, some network file systems) it is renamed after a look,
 * so a file that appears in between is replaced. The temporary name may be left.
 * @throws an error with the code `EEXIST` where something has that name; what the system says.
 */
export async function placeNewFile(temporary: Buffer, target: Buffer, makeLink: typeof link = link): Promise<void> {
  try {
    await makeLink(temporary, target);
  } catch (error) {
    if (!noLinks.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    const there = await lstat(target).catch(() => undefined);
    if (there !== undefined) throw Object.assign(new Error('something of that name is there'), { code: 'EEXIST' });
    await rename(temporary, target);
  }
}
