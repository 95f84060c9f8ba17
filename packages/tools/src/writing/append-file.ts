import { constants } from 'node:fs';
import { type FileHandle, lstat, open, unlink } from 'node:fs/promises';
import { type FileState, toFileState } from './file-state.ts';
import { inFolder, type Place } from './in-folder.ts';
import { newFileMode } from './new-file-mode.ts';
import { writeError } from './write-errors.ts';

const flags: number =
  constants.O_WRONLY |
  constants.O_CREAT |
  constants.O_APPEND |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

/**
 * Adds bytes at the end of a file, or makes it.
 *
 * Contract: nothing that stands in the file is touched; never writes through a link. Where not all of the bytes can be
 * added, those that were are taken back, unless somebody else has added more behind them.
 * @throws SpillwayError as `inFolder`; `write-failed` with the fact `writtenBytes` where a part stays.
 */
export async function appendFile(place: Place, bytes: Uint8Array): Promise<FileState> {
  return inFolder(place, async ({ handle, target }) => {
    const isNew = (await lstat(target).catch(() => undefined)) === undefined;
    const file = await open(target, flags, newFileMode);
    try {
      await addWhole(place, file, bytes);
      await handle.sync();
      const stats = await file.stat({ bigint: true });
      return toFileState(place.shown, stats, stats.size);
    } catch (error) {
      if (isNew && (await file.stat()).size === 0) await unlink(target).catch(() => {});
      throw error;
    } finally {
      await file.close();
    }
  });
}

async function addWhole({ shown }: Place, file: FileHandle, bytes: Uint8Array): Promise<void> {
  const { size } = await file.stat();
  let writtenBytes = 0;
  try {
    while (writtenBytes < bytes.length) writtenBytes += (await file.write(bytes, writtenBytes)).bytesWritten;
    await file.sync();
  } catch (cause) {
    if (await takeBack(file, size, writtenBytes)) throw cause;
    throw writeError(shown, cause as NodeJS.ErrnoException, { writtenBytes, wantedBytes: bytes.length });
  }
}

/** Makes a file as long as it was, where what was written is still the last of it; tells whether it is. */
async function takeBack(file: FileHandle, size: number, writtenBytes: number): Promise<boolean> {
  if ((await file.stat()).size !== size + writtenBytes) return false;
  return file.truncate(size).then(
    () => true,
    () => false,
  );
}
