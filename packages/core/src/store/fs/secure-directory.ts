import { type BigIntStats, constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errnoOf, insecure, isMissing } from './errno.ts';

/** What makes a directory the same one under any name; a number used again after a removal has another birth time. */
export interface DirectoryIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly birthtimeNs: bigint;
}

const directoryFlags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
const descriptorFolder = '/proc/self/fd';
const hasDescriptorFolder = existsSync(descriptorFolder);
const isWindows = process.platform === 'win32';

/**
 * An open directory that is ours alone, and through which its entries are reached.
 *
 * Contract: opened without following a link in its last component, owned by this user, closed to others (tightened
 * where it was wider). Where `/proc/self/fd` exists, `at` leads through the descriptor, so a directory swapped after
 * it was opened cannot redirect anything. Elsewhere `at` is a plain path: `assertInPlace`, called after an entry was
 * made, tells of a swap afterwards; between the two a write can be led astray.
 */
export class SecureDirectory {
  readonly path: string;
  readonly identity: DirectoryIdentity;
  readonly #handle: FileHandle | undefined;
  readonly #base: string;

  private constructor(path: string, opened: OpenedDirectory, viaDescriptor: boolean) {
    this.path = path;
    const { dev, ino, birthtimeNs } = opened.stats;
    this.identity = { dev, ino, birthtimeNs };
    this.#handle = opened.handle;
    this.#base = viaDescriptor && opened.handle !== undefined ? `${descriptorFolder}/${opened.handle.fd}` : path;
  }

  /**
   * Opens a directory; links above its last component are followed. With `create`, what is missing is made.
   *
   * @throws SpillwayError `store-insecure`; errors of the system, such as ENOENT, as they come.
   */
  static async open(
    path: string,
    options: { create?: boolean; viaDescriptor?: boolean } = {},
  ): Promise<SecureDirectory> {
    if (options.create) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const real = join(await realpath(dirname(path)), basename(path));
    const opened = await openOrMake(real, real, options.create ?? false);
    return new SecureDirectory(real, opened, options.viaDescriptor ?? hasDescriptorFolder);
  }

  /** Opens a directory in this one. Contract: as `open`. */
  async openChild(name: string, options: { create?: boolean } = {}): Promise<SecureDirectory> {
    const path = join(this.path, name);
    const opened = await openOrMake(this.at(name), path, options.create ?? false);
    const child = new SecureDirectory(path, opened, this.#base !== this.path);
    if (!opened.isNew) return child;
    try {
      await this.assertInPlace();
      return child;
    } catch (error) {
      await child.close();
      throw error;
    }
  }

  /** Returns the path by which the system reaches an entry, or with no name the directory itself. */
  at(name?: string): string {
    if (name === undefined) return this.#base;
    if (!/^[^/\\\0]+$/.test(name) || name === '..') throw new TypeError(`not a name in a directory: ${name}`);
    return `${this.#base}/${name}`;
  }

  /** @throws SpillwayError `store-insecure` when another directory has this one's path and entries may go there. */
  async assertInPlace(): Promise<void> {
    if (this.#base !== this.path) return;
    const stats = await lstat(this.path, { bigint: true });
    if (stats.dev === this.identity.dev && stats.ino === this.identity.ino) return;
    throw insecure(this.path, 'was replaced while it was in use', 'find out who did, then start again');
  }

  /** Tells whether an entry is still the directory that was opened as `child`. */
  async has(name: string, child: SecureDirectory): Promise<boolean> {
    try {
      const { dev, ino } = await lstat(this.at(name), { bigint: true });
      return dev === child.identity.dev && ino === child.identity.ino;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  /** Makes the entries of this directory survive a crash of the machine. */
  async sync(): Promise<void> {
    if (!isWindows) await this.#handle?.sync();
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }
}

export function isSameDirectory(a: DirectoryIdentity | undefined, b: DirectoryIdentity): boolean {
  return a !== undefined && a.dev === b.dev && a.ino === b.ino && a.birthtimeNs === b.birthtimeNs;
}

/** Opens a directory for as long as `use` takes. */
export async function within<T>(
  opening: Promise<SecureDirectory>,
  use: (directory: SecureDirectory) => Promise<T>,
): Promise<T> {
  const directory = await opening;
  try {
    return await use(directory);
  } finally {
    await directory.close();
  }
}

interface OpenedDirectory {
  readonly stats: BigIntStats;
  readonly handle: FileHandle | undefined;
  readonly isNew: boolean;
}

async function openOrMake(target: string, path: string, create: boolean): Promise<OpenedDirectory> {
  try {
    return await openDirectory(target, path, false);
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
  return openDirectory(target, path, isNew);
}

async function openDirectory(target: string, path: string, isNew: boolean): Promise<OpenedDirectory> {
  // Windows opens no directories as files.
  if (isWindows) {
    const stats = await lstat(target, { bigint: true });
    if (!stats.isDirectory()) throw notADirectory(path, stats);
    return { stats, handle: undefined, isNew };
  }
  const handle = await open(target, directoryFlags).catch(async (error: unknown) => {
    const errno = errnoOf(error);
    if (errno === 'ELOOP' || errno === 'ENOTDIR') throw notADirectory(path, await lstat(target, { bigint: true }));
    throw error;
  });
  try {
    const stats = await handle.stat({ bigint: true });
    await makePrivate(handle, stats, path, isNew);
    return { stats, handle, isNew };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function makePrivate(handle: FileHandle, stats: BigIntStats, path: string, isNew: boolean): Promise<void> {
  const user = process.geteuid?.();
  if (user !== undefined && stats.uid !== BigInt(user)) {
    throw insecure(path, `belongs to user ${stats.uid}`, 'give it to this user or name another folder');
  }
  const mode = Number(stats.mode) & 0o7777;
  // A folder that its owner made read-only stays so; only a new one is given what the umask took.
  const wanted = isNew ? 0o700 : mode & 0o700;
  if (mode === wanted) return;
  try {
    await handle.chmod(wanted);
  } catch (error) {
    throw insecure(path, `has mode ${mode.toString(8)} (${errnoOf(error)})`, `chmod 700 '${path}'`);
  }
}

function notADirectory(path: string, stats: BigIntStats): Error {
  if (!stats.isSymbolicLink()) return insecure(path, 'is not a directory', 'move it away or name another folder');
  return insecure(path, 'is a symbolic link', 'name the folder it points to, or replace the link by a real folder');
}
