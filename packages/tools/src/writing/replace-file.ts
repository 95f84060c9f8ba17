import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, link, lstat, open, readlink, rename, unlink } from 'node:fs/promises';
import { formatCount, plural, SpillwayError } from '@spillway/core';
import type { FileState } from './read-log.ts';
import { removeStale, temporaryName } from './temporary-file.ts';

/** Where a file stands or will stand. */
export interface Place {
  /** Absolute, without links. */
  readonly path: string | Buffer;
  /** As answers show it. */
  readonly shown: string;
}

const newFileMode = 0o666;

/**
 * Writes a whole file at once.
 *
 * Contract: readers see the former bytes or the new ones, also after kill -9 or a loss of power; what is left behind then is
 * removed by a later write in the folder, see `removeStale`. `former` is the file
 * that is replaced, absent for a new one. It keeps its mode, and its owner where this user may set it; a hard link to it
 * keeps the former bytes. Never writes through a link, nor into a folder that was swapped for another meanwhile.
 * @throws SpillwayError `write-refused` where the file appeared, went or changed meanwhile; `write-failed` with the
 * fact `errno`.
 */
export async function replaceFile(place: Place, bytes: Uint8Array, former?: FileState): Promise<FileState> {
  return inFolder(place, async (target, reach, folder) => {
    const temporary = reach(temporaryName());
    await removeStale(reach(Buffer.of()), await folder.stat({ bigint: true }));
    const stats = former === undefined ? undefined : await assertUnchanged(target, place, former);
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
    const file = await open(temporary, flags, stats === undefined ? newFileMode : 0o600);
    try {
      await file.writeFile(bytes);
      if (stats !== undefined) await likeFormer(file, stats);
      await file.sync();
      if (former === undefined) await link(temporary, target);
      else {
        await assertUnchanged(target, place, former);
        await rename(temporary, target);
      }
      await folder.sync();
      return stateOf(place, await file.stat({ bigint: true }));
    } finally {
      await file.close();
      await unlink(temporary).catch(() => {});
    }
  });
}

/**
 * Adds bytes at the end of a file, or makes it.
 *
 * Contract: nothing that stands in the file is touched; never writes through a link. Where not all of the bytes can be
 * added, those that were are taken back, unless somebody else has added more behind them.
 * @throws SpillwayError `write-failed` with the fact `errno`, and `writtenBytes` where a part stays.
 */
export async function appendFile(place: Place, bytes: Uint8Array): Promise<FileState> {
  return inFolder(place, async (target, _reach, folder) => {
    const isNew = (await lstat(target).catch(() => undefined)) === undefined;
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
    const file = await open(target, flags | (constants.O_NONBLOCK ?? 0), newFileMode);
    try {
      await addWhole(place, file, bytes);
      await folder.sync();
      return stateOf(place, await file.stat({ bigint: true }));
    } catch (error) {
      if (isNew && (await file.stat()).size === 0) await unlink(target).catch(() => {});
      throw error;
    } finally {
      await file.close();
    }
  });
}

async function addWhole(place: Place, file: FileHandle, bytes: Uint8Array): Promise<void> {
  const { size } = await file.stat();
  let written = 0;
  try {
    while (written < bytes.length) written += (await file.write(bytes, written)).bytesWritten;
    await file.sync();
  } catch (cause) {
    const isLast = (await file.stat()).size === size + written;
    const isBack =
      isLast &&
      (await file.truncate(size).then(
        () => true,
        () => false,
      ));
    throw isBack ? cause : writeError(place, cause as NodeJS.ErrnoException, { written, wanted: bytes.length });
  }
}

function stateOf({ shown }: Place, { dev, ino, mtimeNs, size }: BigIntStats): FileState {
  return { shown, dev, ino, mtimeNs, byteLength: Number(size) };
}

const slash = 0x2f;

async function inFolder<T>(
  place: Place,
  work: (target: Buffer, reach: (name: Buffer) => Buffer, folder: FileHandle) => Promise<T>,
): Promise<T> {
  const path = Buffer.from(place.path as string);
  const end = path.lastIndexOf(slash);
  let folder: FileHandle | undefined;
  try {
    folder = await open(path.subarray(0, Math.max(1, end)), constants.O_RDONLY | (constants.O_DIRECTORY ?? 0));
    const base = await reachOf(folder, path.subarray(0, Math.max(1, end)), place);
    const reach = (name: Buffer): Buffer => Buffer.concat([base, Buffer.of(slash), name]);
    return await work(reach(path.subarray(end + 1)), reach, folder);
  } catch (error) {
    throw SpillwayError.isInstance(error) ? error : writeError(place, error as NodeJS.ErrnoException);
  } finally {
    await folder?.close();
  }
}

/** Where the system has names for open folders, the folder is reached by its own, wherever its path leads meanwhile. */
async function reachOf(folder: FileHandle, path: Buffer, place: Place): Promise<Buffer> {
  if (process.platform !== 'linux') return path;
  const base = `/proc/self/fd/${folder.fd}`;
  if (!(await readlink(base, 'buffer')).equals(path)) throw changedMeanwhile(place);
  return Buffer.from(base);
}

async function likeFormer(file: FileHandle, former: BigIntStats): Promise<void> {
  // Another owner's file becomes this user's where the system does not let it be given away.
  await file.chown(Number(former.uid), Number(former.gid)).catch(() => {});
  await file.chmod(Number(former.mode) & 0o7777);
}

async function assertUnchanged(target: Buffer, place: Place, former: FileState): Promise<BigIntStats> {
  const now = await lstat(target, { bigint: true }).catch(() => undefined);
  const isSame =
    now?.dev === former.dev &&
    now.ino === former.ino &&
    now.mtimeNs === former.mtimeNs &&
    Number(now.size) === former.byteLength;
  if (!isSame) throw changedMeanwhile(place);
  return now;
}

function changedMeanwhile({ shown }: Place): SpillwayError {
  return new SpillwayError({
    code: 'write-refused',
    message: `${shown} changed while it was being written, and was left as it is. Read it again, then write.`,
    facts: { reason: 'changed' },
  });
}

const errnoWords: Readonly<Record<string, string>> = {
  EEXIST: 'something of that name has appeared meanwhile. Read it first',
  EACCES: 'this user may not write there. Ask the user for permission',
  EPERM: 'this user may not write there. Ask the user for permission',
  ENOENT: 'its folder is gone, or was moved meanwhile. List the folder above it',
  EROFS: 'that file system is read-only. Choose another place',
  ENOSPC: 'there is no space left. Free some, then send the same call again',
  EDQUOT: 'the quota of this user is used up. Free some space, then send the same call again',
  EFBIG: 'the system allows no file of that size',
  ENAMETOOLONG: 'the name is too long. Choose a shorter one',
  EISDIR: 'it is a directory. Name a file in it',
  ELOOP: 'it is a symbolic link, which is not written through. Name the file itself',
  ENXIO: 'it is a named pipe or a socket, which is not written to',
};

function writeError(
  { shown }: Place,
  cause: NodeJS.ErrnoException,
  part?: { readonly written: number; readonly wanted: number },
): SpillwayError {
  const errno = cause.code ?? 'unknown error';
  const why = errnoWords[errno] ?? `the system said ${errno}. Report this to the user`;
  const what =
    part === undefined
      ? 'was not written and is as it was'
      : `has the first ${formatCount(part.written)} of ${plural(part.wanted, 'byte')} added, and not the rest. Read its end before you go on`;
  return new SpillwayError({
    code: 'write-failed',
    message: `${shown} ${what}: ${why}.`,
    facts: { errno, ...(part !== undefined && { writtenBytes: part.written }) },
    cause,
  });
}
