import { type BigIntStats, constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { fileError, kindOfFile, SpillwayError } from '@spillway/core';
import { formatPathPart } from './path-text.ts';
import type { OpenDirectory } from './roots.ts';
import { joinPath, systemPath } from './walk-path.ts';

/** Throws where an absolute path without links, in bytes, must not be read. */
export type CheckPath = (path: Buffer) => void;

/** Whether a descriptor can be asked for its path. */
const hasDescriptorPaths: boolean = process.platform === 'linux' && existsSync('/proc/self/fd');
/** What the system puts behind the path of a file that has no name any more. */
const deletedSuffix: Buffer = Buffer.from(' (deleted)');

/**
 * Checks that what was opened is what may be read.
 *
 * Contract: returns the path of the open file without links, as text that no other file has. On Linux that is what the
 * descriptor itself says (`asksDescriptor`); elsewhere it is what the path leads to, which must
 * be the device and inode that are open; a file that is swapped twice in between can pass that.
 * @throws SpillwayError what `check` throws; `source-changed` where the path leads elsewhere by now.
 */
export async function locateDescriptor(
  descriptor: number,
  stats: BigIntStats,
  path: Buffer,
  check: CheckPath,
  asksDescriptor: boolean = hasDescriptorPaths,
): Promise<string> {
  const real = asksDescriptor ? await pathOfDescriptor(descriptor, stats) : await checkedPath(stats, path);
  if (!real.equals(path)) check(real);
  const text = real.toString();
  return Buffer.from(text).equals(real) ? text : real.toString('latin1');
}

/**
 * Opens a directory without following a link, and checks what was opened.
 *
 * Contract: `path` is how the system reaches it; its last part is no link.
 * @throws SpillwayError as `locateDescriptor`; the `source-` errors.
 */
export async function openCheckedDirectory(
  path: Buffer,
  shown: string,
  check: CheckPath,
): Promise<Omit<OpenDirectory, 'found'>> {
  const flags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
  let handle: FileHandle | undefined;
  try {
    handle = await open(systemPath(path), flags | (constants.O_NONBLOCK ?? 0));
    const stats = await handle.stat({ bigint: true });
    const located = await locateDescriptor(handle.fd, stats, path, check);
    const reach = hasDescriptorPaths ? `/proc/self/fd/${handle.fd}` : located;
    const opened = handle;
    return {
      identity: `${stats.dev}:${stats.ino}:${located}`,
      reach,
      openChild: (name) => openCheckedDirectory(joinPath(Buffer.from(reach), name), formatPathPart(name), check),
      close: () => opened.close(),
    };
  } catch (error) {
    await handle?.close();
    throw SpillwayError.isInstance(error) ? error : fileError(shown, error);
  }
}

/** The error for what is there and is not of the kind that was asked for. */
export function wrongKind(shown: string, stats: BigIntStats, wanted: 'file' | 'directory'): SpillwayError {
  const kind = stats.isFile() ? 'file' : kindOfFile(stats);
  const [what, next] =
    wanted === 'directory'
      ? ['a directory', 'Read it as a file, or list the folder it is in.']
      : [
          'a plain file',
          kind === 'directory' ? 'List it, or choose a file in it.' : 'It is not opened. Choose a plain file.',
        ];
  const message = `${shown} is a ${kind}, not ${what}`;
  return new SpillwayError({
    code: 'source-unreadable',
    message,
    modelText: `${message}. ${next}`,
    facts: { kind },
  });
}

async function pathOfDescriptor(descriptor: number, stats: BigIntStats): Promise<Buffer> {
  const link = await readlink(`/proc/self/fd/${descriptor}`, 'buffer');
  const isDeleted = stats.nlink === 0n && link.subarray(-deletedSuffix.length).equals(deletedSuffix);
  return isDeleted ? link.subarray(0, -deletedSuffix.length) : link;
}

/** The path without links may be spelled in another way, where the system does not tell cases apart. */
async function checkedPath(stats: BigIntStats, path: Buffer): Promise<Buffer> {
  const real = await realpath(systemPath(path), 'buffer');
  const now = await lstat(real, { bigint: true });
  if (now.dev === stats.dev && now.ino === stats.ino) return real;
  throw new SpillwayError({
    code: 'source-changed',
    message: 'the path led elsewhere before and after it was opened',
    modelText: 'The path was changed while it was opened. Send the same call again.',
    facts: { change: 'rotated' },
  });
}
