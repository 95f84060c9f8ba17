import { constants, type Stats } from 'node:fs';
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { closedOnFailure } from '../../../system/closed-on-failure.ts';
import { errnoOf, isMissing } from '../../../system/errno.ts';
import { randomName } from '../../../system/random-name.ts';
import { insecure } from './errno.ts';
import type { SecureDirectory } from './secure-directory.ts';

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_WRONLY } = constants;
const noFollow = constants.O_NOFOLLOW ?? 0;
// A planted pipe must not make an open wait for its other end.
const noWait = constants.O_NONBLOCK ?? 0;
const privateMode = 0o600;
const noLinkCodes = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** An open file and what the system said of it when it was opened. */
export interface OpenedFile {
  readonly file: FileHandle;
  readonly stats: Stats;
}

/**
 * Makes a new file in a directory, private whatever the umask. `names` may lead through a folder just made there.
 *
 * @throws EEXIST and other errors of the system.
 */
export async function createFile(directory: SecureDirectory, ...names: readonly string[]): Promise<FileHandle> {
  const file = await open(directory.at(...names), O_WRONLY | O_CREAT | O_EXCL | noFollow, privateMode);
  return closedOnFailure(file, async () => {
    await file.chmod(privateMode);
    await directory.assertInPlace();
    return file;
  });
}

/** Opens an existing regular file of ours. @throws SpillwayError `store-insecure`; errors of the system. */
export async function openFile(directory: SecureDirectory, name: string): Promise<OpenedFile> {
  return openChecked(directory, name, O_RDONLY | noWait);
}

/** Opens a file to add to its end, and makes it where it is missing. */
export async function openToAppend(directory: SecureDirectory, name: string): Promise<OpenedFile> {
  return openChecked(directory, name, O_WRONLY | O_APPEND | O_CREAT | noWait);
}

/** Opens an existing file to write over it in place. */
export async function openToOverwrite(directory: SecureDirectory, name: string): Promise<OpenedFile> {
  return openChecked(directory, name, O_WRONLY | noWait);
}

/** Reads at most the first `maxBytes` of a file, or nothing where it is missing. */
export async function readSmallFile(
  directory: SecureDirectory,
  name: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  let opened: OpenedFile;
  try {
    opened = await openFile(directory, name);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const { file, stats } = opened;
  try {
    const bytes = Buffer.alloc(Math.min(maxBytes, stats.size));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Makes a small file appear whole or not at all, unless it is there already.
 *
 * Contract: of several that try at once one wins, and no one ever sees a part of it.
 */
export async function publishSmallFile(directory: SecureDirectory, name: string, bytes: Uint8Array): Promise<void> {
  const draft = `.new-${randomName()}`;
  const file = await createFile(directory, draft);
  try {
    await writeAll(file, bytes, 0);
    await file.sync();
    await link(directory.at(draft), directory.at(name)).catch((error: unknown) => {
      const errno = errnoOf(error) ?? '';
      // Without hard links the last of several wins instead of the first.
      if (noLinkCodes.has(errno)) return rename(directory.at(draft), directory.at(name));
      if (errno !== 'EEXIST') throw error;
    });
  } finally {
    await file.close();
    await rm(directory.at(draft), { force: true });
  }
  await directory.sync();
}

/** Writes all of `bytes` at a position, however little the system takes at a time. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number | null): Promise<void> {
  for (let from = 0; from < bytes.length; ) {
    const at = position === null ? null : position + from;
    const { bytesWritten } = await file.write(bytes, from, bytes.length - from, at);
    from += bytesWritten;
  }
}

async function openChecked(directory: SecureDirectory, name: string, flags: number): Promise<OpenedFile> {
  const path = join(directory.path, name);
  const file = await open(directory.at(name), flags | noFollow, privateMode).catch((error: unknown) => {
    if (errnoOf(error) === 'ELOOP') throw insecure(path, 'is a symbolic link', 'remove it');
    throw error;
  });
  return closedOnFailure(file, async () => {
    const stats = await file.stat();
    const user = process.geteuid?.() ?? stats.uid;
    if (!stats.isFile()) throw insecure(path, 'is not a file', 'remove it');
    if (stats.uid !== user) throw insecure(path, `belongs to user ${stats.uid}`, 'remove it');
    const isPerhapsNew = (flags & O_CREAT) !== 0 && stats.size === 0;
    if (isPerhapsNew) await file.chmod(privateMode);
    return { file, stats };
  });
}
