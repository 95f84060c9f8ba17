import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileError, kindOfFile } from '../../read/source/file-error.ts';
import { closedOnFailure } from '../../system/closed-on-failure.ts';
import { errnoOf, isMissing } from '../../system/errno.ts';
import { recordRefused } from './record-errors.ts';

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR } = constants;
const noFollow = constants.O_NOFOLLOW ?? 0;
// A pipe must not make an open wait for its other end.
const noWait = constants.O_NONBLOCK ?? 0;
const privateMode = 0o600;

/** Opens a record to read it. @throws SpillwayError `source-missing`, `source-denied`, `record-refused`. */
export async function openToRead(path: string): Promise<FileHandle> {
  try {
    return await openPlain(path, O_RDONLY);
  } catch (error) {
    throw errnoOf(error) === undefined ? error : fileError(path, error);
  }
}

/**
 * Opens a record to add to its end, or nothing where it is missing.
 *
 * Contract: a plain file of this user, not reached through a link; it is not changed.
 * @throws SpillwayError `record-refused`; errors of the system.
 */
export async function openToAppend(path: string): Promise<FileHandle | undefined> {
  let file: FileHandle;
  try {
    file = await openPlain(path, O_RDWR | O_APPEND);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  return closedOnFailure(file, async () => {
    const { uid } = await file.stat();
    if (uid !== (process.geteuid?.() ?? uid)) throw recordRefused(path, `belongs to user ${uid}`);
    return file;
  });
}

/** Closes a file to others. */
export async function makePrivate(file: FileHandle): Promise<void> {
  const { mode } = await file.stat();
  if ((mode & 0o077) !== 0) await file.chmod(mode & 0o700);
}

/** Makes an empty file for a record, private whatever the umask. @throws errors of the system. */
export async function createToAppend(path: string): Promise<FileHandle> {
  const file = await open(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL | noFollow, privateMode);
  return closedOnFailure(file, async () => {
    await file.chmod(privateMode);
    return file;
  });
}

/** Makes the folders above a record where they are missing, private. Returns those whose entries changed. */
export async function makeFolders(path: string): Promise<string[]> {
  const folder = dirname(path);
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  const changed = [folder];
  for (let at = folder; first !== undefined && at.length >= first.length; at = dirname(at)) changed.push(dirname(at));
  return changed;
}

/** Makes the entries of a folder survive a crash of the machine, where the system can. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, O_RDONLY);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

async function openPlain(path: string, flags: number): Promise<FileHandle> {
  // Opening some devices does something.
  assertPlain(path, await lstat(path));
  const file = await open(path, flags | noFollow | noWait);
  return closedOnFailure(file, async () => {
    assertPlain(path, await file.stat());
    return file;
  });
}

function assertPlain(path: string, stats: Stats): void {
  if (stats.isFile()) return;
  throw recordRefused(path, `is a ${stats.isSymbolicLink() ? 'symbolic link' : kindOfFile(stats)}`);
}
