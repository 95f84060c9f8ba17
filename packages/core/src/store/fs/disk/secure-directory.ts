import { type BigIntStats, existsSync } from 'node:fs';
import { lstat, mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isMissing } from '../../../system/errno.ts';
import {
  closeDirectory,
  closeForgotten,
  type DirectoryDescriptor,
  isPrivate,
  openDirectory,
  syncDirectory,
} from './directory-descriptor.ts';
import { insecure } from './errno.ts';

const descriptorFolder = '/proc/self/fd';
const hasDescriptorFolder = existsSync(descriptorFolder);
/** Children that a directory keeps open for the next use. */
const maxHeld = 8;

const forgotten = new FinalizationRegistry<number>(closeForgotten);

/**
 * An open directory that is ours alone, and through which its entries are reached.
 *
 * Contract: opened without following a link in its last component, owned by this user, closed to others (tightened
 * where it was wider). Where `/proc/self/fd` exists, `at` leads through the descriptor, so a directory swapped after
 * it was opened cannot redirect anything. Elsewhere `at` is a plain path: `assertInPlace`, called after an entry was
 * made, tells of a swap afterwards; between the two a write can be led astray.
 *
 * Shared: each `lease` and each opening is ended by a `close` of its own, and the last closes the descriptor, which
 * may not be used by its number afterwards.
 */
export class SecureDirectory {
  readonly path: string;
  readonly #opened: DirectoryDescriptor;
  readonly #base: string;
  readonly #held = new Map<string, SecureDirectory>();
  #leases = 1;

  private constructor(path: string, opened: DirectoryDescriptor, viaDescriptor: boolean) {
    this.path = path;
    this.#opened = opened;
    this.#base = viaDescriptor && opened.fd !== undefined ? `${descriptorFolder}/${opened.fd}` : path;
    if (opened.fd !== undefined) forgotten.register(this, opened.fd, this);
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
    const { create = false, viaDescriptor = hasDescriptorFolder } = options;
    if (create) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const real = join(await realpath(dirname(path)), basename(path));
    return new SecureDirectory(real, await openDirectory(real, real, create), viaDescriptor);
  }

  /**
   * Opens a directory in this one. Contract: as `open`; with `hold` it stays open for the next time, and is then
   * checked instead of opened.
   */
  async openChild(name: string, options: { create?: boolean; hold?: boolean } = {}): Promise<SecureDirectory> {
    const held = this.#held.get(name);
    if (held !== undefined) {
      const lease = held.lease();
      if (await this.has(name, lease)) return lease;
      await lease.close();
      await this.#release(name, held);
    }
    const opened = await openDirectory(this.at(name), join(this.path, name), options.create ?? false);
    const child = new SecureDirectory(join(this.path, name), opened, this.#base !== this.path);
    try {
      if (opened.isNew) await this.assertInPlace();
      if (options.hold) await this.#hold(name, child);
      return child;
    } catch (error) {
      await child.close();
      throw error;
    }
  }

  /** Returns the path by which the system reaches an entry, or with no name the directory itself. */
  at(...names: readonly string[]): string {
    const isName = (name: string) => name !== '..' && /^[^/\\\0]+$/.test(name);
    if (!names.every(isName)) throw new TypeError(`not a name in a directory: ${names.join(' ')}`);
    return [this.#base, ...names].join('/');
  }

  /** Shares this directory until the lease is closed. */
  lease(): SecureDirectory {
    this.#leases++;
    return this;
  }

  /** Tells whether an entry is still the directory that was opened as `child`, and still closed to others. */
  async has(name: string, child: SecureDirectory): Promise<boolean> {
    return isThere(this.at(name), (stats) => child.#is(stats));
  }

  /** Tells whether this directory is still what its path names, and still closed to others. */
  async isInPlace(): Promise<boolean> {
    return isThere(this.path, (stats) => this.#is(stats));
  }

  /** @throws SpillwayError `store-insecure` when another directory has this one's path and entries may go there. */
  async assertInPlace(): Promise<void> {
    if (this.#base !== this.path || (await this.isInPlace())) return;
    throw insecure(this.path, 'was replaced while it was in use', 'find out who did, then start again');
  }

  /** Makes the entries of this directory survive a crash of the machine. */
  async sync(): Promise<void> {
    await syncDirectory(this.#opened);
  }

  async close(): Promise<void> {
    if (--this.#leases > 0) return;
    forgotten.unregister(this);
    for (const [name, child] of this.#held) await this.#release(name, child);
    await closeDirectory(this.#opened);
  }

  /** Its inode is not given to another while the descriptor is open. */
  #is(stats: BigIntStats): boolean {
    const { dev, ino } = this.#opened.stats;
    return stats.dev === dev && stats.ino === ino && isPrivate(stats);
  }

  async #hold(name: string, child: SecureDirectory): Promise<void> {
    const before = this.#held.get(name);
    this.#held.set(name, child.lease());
    if (before !== undefined) await before.close();
    const [oldest] = this.#held;
    if (this.#held.size > maxHeld && oldest !== undefined) await this.#release(...oldest);
  }

  async #release(name: string, child: SecureDirectory): Promise<void> {
    if (this.#held.get(name) !== child) return;
    this.#held.delete(name);
    await child.close();
  }
}

/** Opens a directory for as long as `use` takes. */
export async function within<T>(
  opening: SecureDirectory | Promise<SecureDirectory>,
  use: (directory: SecureDirectory) => Promise<T>,
): Promise<T> {
  const directory = await opening;
  try {
    return await use(directory);
  } finally {
    await directory.close();
  }
}

async function isThere(path: string, isIt: (stats: BigIntStats) => boolean): Promise<boolean> {
  try {
    return isIt(await lstat(path, { bigint: true }));
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
