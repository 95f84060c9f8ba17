import { constants } from 'node:fs';
import { type FileHandle, open, readlink } from 'node:fs/promises';
import { SpillwayError } from '@spillway/core';
import { changedMeanwhile, writeError } from './write-errors.ts';

/** Where a file stands or will stand. */
export interface Place {
  /** Absolute, without links. */
  readonly path: string | Buffer;
  /** As answers show it. */
  readonly shown: string;
}

/** The folder of a place while it is held open. */
export interface OpenFolder {
  readonly handle: FileHandle;
  /** How the system reaches the place itself in it. */
  readonly target: Buffer;
  /** How the system reaches a name in it. */
  reach(name: Buffer): Buffer;
}

const slash = 0x2f;

/**
 * Does a piece of work in the folder of a place, which is held open meanwhile.
 *
 * Contract: on Linux all of the work is done in that very folder, wherever its path leads meanwhile.
 * @throws SpillwayError `write-refused` where the folder was swapped for another; `write-failed` with the fact `errno`
 * for what the system said; what `work` throws.
 */
export async function inFolder<T>(place: Place, work: (folder: OpenFolder) => Promise<T>): Promise<T> {
  const path = Buffer.from(place.path as string);
  const end = path.lastIndexOf(slash);
  const folder = path.subarray(0, Math.max(1, end));
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0));
    const base = await reachOf(handle, folder, place.shown);
    const reach = (name: Buffer): Buffer => Buffer.concat([base, Buffer.of(slash), name]);
    return await work({ handle, target: reach(path.subarray(end + 1)), reach });
  } catch (error) {
    throw SpillwayError.isInstance(error) ? error : writeError(place.shown, error as NodeJS.ErrnoException);
  } finally {
    await handle?.close();
  }
}

/** Where the system has names for open folders, the folder is reached by its own. */
async function reachOf(handle: FileHandle, path: Buffer, shown: string): Promise<Buffer> {
  if (process.platform !== 'linux') return path;
  const base = `/proc/self/fd/${handle.fd}`;
  if (!(await readlink(base, 'buffer')).equals(path)) throw changedMeanwhile(shown);
  return Buffer.from(base);
}
