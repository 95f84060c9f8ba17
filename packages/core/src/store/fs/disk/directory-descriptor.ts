import { type BigIntStats, close, constants, fchmod, fstat, fsync, open } from 'node:fs';
import { lstat, mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { errnoOf, isMissing } from '../../../system/errno.ts';
import { insecure } from './errno.ts';

const flags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
const isWindows = process.platform === 'win32';
const openDescriptor = promisify(open);
const closeDescriptor = promisify(close);
const chmodDescriptor = promisify(fchmod);
const syncDescriptor = promisify(fsync);
const statDescriptor = promisify(fstat) as unknown as (fd: number, options: { bigint: true }) => Promise<BigIntStats>;

/** A directory that was opened and found to be ours. Windows opens no directories: there is no descriptor then. */
export interface DirectoryDescriptor {
  readonly stats: BigIntStats;
  readonly fd: number | undefined;
  readonly isNew: boolean;
}

/**
 * Opens a directory without following a link, and makes sure that it is ours alone.
 *
 * Contract: `target` is how the system reaches it, `path` how people name it. With `create` it is made where it is
 * missing, private whatever the umask. An existing one that others may use is closed to them.
 *
 * @throws SpillwayError `store-insecure`; errors of the system, such as ENOENT.
 */
export async function openDirectory(target: string, path: string, create: boolean): Promise<DirectoryDescriptor> {
  try {
    return await openExisting(target, path, false);
  } catch (error) {
    if (!create || !isMissing(error)) throw error;
  }
  const isNew = await mkdir(target, 0o700).then(
    () => true,
    (error: unknown) => {
      if (errnoOf(error) === 'EEXIST') return false;
      throw error;
    },
  );
  return openExisting(target, path, isNew);
}

export async function closeDirectory({ fd }: DirectoryDescriptor): Promise<void> {
  if (fd !== undefined) await closeDescriptor(fd);
}

/** Closes a directory that nobody closed before its owner was collected. */
export function closeForgotten(fd: number): void {
  close(fd, () => {});
}

/** Makes the entries of a directory survive a crash of the machine. */
export async function syncDirectory({ fd }: DirectoryDescriptor): Promise<void> {
  if (fd !== undefined) await syncDescriptor(fd);
}

/** Tells whether a directory belongs to this user and is closed to others. */
export function isPrivate(stats: BigIntStats): boolean {
  return isWindows || (stats.uid === ownUser(stats) && (Number(stats.mode) & 0o7077) === 0);
}

async function openExisting(target: string, path: string, isNew: boolean): Promise<DirectoryDescriptor> {
  if (isWindows) {
    const stats = await lstat(target, { bigint: true });
    if (!stats.isDirectory()) throw notADirectory(path, stats);
    return { stats, fd: undefined, isNew };
  }
  const fd = await openDescriptor(target, flags).catch(async (error: unknown) => {
    const errno = errnoOf(error);
    if (errno === 'ELOOP' || errno === 'ENOTDIR') throw notADirectory(path, await lstat(target, { bigint: true }));
    throw error;
  });
  try {
    const stats = await statDescriptor(fd, { bigint: true });
    await makePrivate(fd, stats, path, isNew);
    return { stats, fd, isNew };
  } catch (error) {
    await closeDescriptor(fd);
    throw error;
  }
}

async function makePrivate(fd: number, stats: BigIntStats, path: string, isNew: boolean): Promise<void> {
  if (stats.uid !== ownUser(stats)) {
    throw insecure(path, `belongs to user ${stats.uid}`, 'give it to this user or name another folder');
  }
  const mode = Number(stats.mode) & 0o7777;
  // A folder that its owner made read-only stays so; only a new one is given what the umask took.
  const wanted = isNew ? 0o700 : mode & 0o700;
  if (mode === wanted) return;
  try {
    await chmodDescriptor(fd, wanted);
  } catch (error) {
    throw insecure(path, `has mode ${mode.toString(8)} (${errnoOf(error)})`, `chmod 700 '${path}'`);
  }
}

function ownUser(stats: BigIntStats): bigint {
  const user = process.geteuid?.();
  return user === undefined ? stats.uid : BigInt(user);
}

function notADirectory(path: string, stats: BigIntStats): Error {
  if (!stats.isSymbolicLink()) return insecure(path, 'is not a directory', 'move it away or name another folder');
  return insecure(path, 'is a symbolic link', 'name the folder it points to, or replace the link by a real folder');
}
