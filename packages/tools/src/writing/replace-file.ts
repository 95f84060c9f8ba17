import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open, rename, unlink } from 'node:fs/promises';
import { type FileState, isSameState, toFileState } from './file-state.ts';
import { inFolder, type Place } from './in-folder.ts';
import { newFileMode } from './new-file-mode.ts';
import { placeNewFile } from './place-new-file.ts';
import { removeStale, temporaryName } from './temporary-file.ts';
import { changedMeanwhile } from './write-errors.ts';

const flags: number = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
/** Until it has the mode of the file that it replaces, nobody else may read it. */
const privateMode = 0o600;
const modeBits = 0o7777;

/**
 * Writes a whole file at once.
 *
 * Contract: readers see the former bytes or the new ones, also after kill -9 or a loss of power; what is left behind
 * then is removed by a later write in the folder, see `removeStale`. `former` is the file that is replaced, absent for a
 * new one. It keeps its mode, and its owner where this user may set it; a hard link to it keeps the former bytes. Never
 * writes through a link, nor into a folder that was swapped for another meanwhile.
 * @throws SpillwayError as `inFolder`; `write-refused` where the file went or changed meanwhile.
 */
export async function replaceFile(place: Place, bytes: Uint8Array, former?: FileState): Promise<FileState> {
  return inFolder(place, async ({ handle, target, reach }) => {
    const temporary = reach(temporaryName());
    await removeStale(reach(Buffer.of()), await handle.stat({ bigint: true }));
    const stats = former === undefined ? undefined : await assertUnchanged(target, former);
    const file = await open(temporary, flags, stats === undefined ? newFileMode : privateMode);
    try {
      await file.writeFile(bytes);
      if (stats !== undefined) await likeFormer(file, stats);
      await file.sync();
      if (former === undefined) await placeNewFile(temporary, target);
      else {
        await assertUnchanged(target, former);
        await rename(temporary, target);
      }
      await handle.sync();
      const written = await file.stat({ bigint: true });
      return toFileState(place.shown, written, written.size);
    } finally {
      await file.close();
      await unlink(temporary).catch(() => {});
    }
  });
}

async function likeFormer(file: FileHandle, former: BigIntStats): Promise<void> {
  // Another owner's file becomes this user's where the system does not let it be given away.
  await file.chown(Number(former.uid), Number(former.gid)).catch(() => {});
  await file.chmod(Number(former.mode) & modeBits);
}

async function assertUnchanged(target: Buffer, former: FileState): Promise<BigIntStats> {
  const now = await lstat(target, { bigint: true }).catch(() => undefined);
  if (now === undefined || !isSameState(toFileState(former.shown, now, now.size), former)) {
    throw changedMeanwhile(former.shown);
  }
  return now;
}
