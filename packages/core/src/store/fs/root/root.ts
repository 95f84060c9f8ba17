import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { SpillwayError } from '../../../errors.ts';
import { closedOnFailure } from '../../../system/closed-on-failure.ts';
import { isMissing } from '../../../system/errno.ts';
import { insecure } from '../disk/errno.ts';
import { formatVersion, isStoreName, storeNames } from '../disk/layout.ts';
import { SecureDirectory } from '../disk/secure-directory.ts';
import { publishSmallFile, readSmallFile } from '../disk/secure-file.ts';

const keyBytes = 32;

/**
 * The folder of a store: made, checked and marked as ours.
 *
 * Contract: kept open, and checked anew for each operation; the caller closes what it is given. A folder is used when
 * it is empty, or holds a store's format file and nothing but a store's names; another folder that took its place is
 * held to the same. So a swapped folder gets nothing written into it but where a store may be anyway.
 */
export class StoreRoot {
  readonly path: string;
  #held: SecureDirectory | undefined;
  #isPrepared = false;
  #wasSeen = false;
  #key: Buffer | undefined;

  constructor(directory: string) {
    this.path = resolve(directory);
  }

  /** Opens the folder to write into it, and makes it where it is missing. */
  async openToWrite(): Promise<SecureDirectory> {
    const held = await this.#reuse();
    if (held !== undefined && this.#isPrepared) return held;
    return closedOnFailure(held ?? (await SecureDirectory.open(this.path, { create: true })), async (root) => {
      await prepare(root);
      this.#key = await readKey(root);
      await this.#hold(root, true);
      return root;
    });
  }

  /**
   * Opens the folder to read from it, or nothing when there is no store yet.
   *
   * @throws SpillwayError `store-unavailable` when there was one.
   */
  async openToRead(): Promise<SecureDirectory | undefined> {
    const held = await this.#reuse();
    if (held !== undefined) return held;
    try {
      return await closedOnFailure(await SecureDirectory.open(this.path), async (root) => {
        await assertOurs(root);
        await this.#hold(root, false);
        return root;
      });
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (!this.#wasSeen) return undefined;
      throw new SpillwayError({
        code: 'store-unavailable',
        message: `the store folder is gone: ${this.path}`,
        modelText: 'The store for full results is gone; it was there before.',
        facts: { errno: 'ENOENT' },
        cause: error,
      });
    }
  }

  /** The store's secret, from which ids are derived. Contract: asked after `openToWrite`. */
  get key(): Uint8Array {
    if (this.#key === undefined) throw new TypeError('the store folder is not open to write');
    return this.#key;
  }

  async close(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    await held?.close();
  }

  async #reuse(): Promise<SecureDirectory | undefined> {
    const lease = this.#held?.lease();
    if (lease === undefined || (await lease.isInPlace())) return lease;
    await lease.close();
    if (this.#held === lease) await this.close();
    return undefined;
  }

  async #hold(root: SecureDirectory, isPrepared: boolean): Promise<void> {
    this.#isPrepared = isPrepared;
    this.#wasSeen = true;
    if (this.#held === root) return;
    const before = this.#held;
    this.#held = root.lease();
    await before?.close();
  }
}

async function prepare(root: SecureDirectory): Promise<void> {
  if (await assertOurs(root)) return;
  const key = randomBytes(keyBytes);
  await publishSmallFile(root, storeNames.key, key);
  if (await isInWorkTree(root.path)) await publishSmallFile(root, storeNames.ignore, Buffer.from('*\n'));
  const format = { format: 'spillway-store', version: formatVersion };
  await publishSmallFile(root, storeNames.format, Buffer.from(`${JSON.stringify(format)}\n`));
}

/** Returns whether the folder is marked as a store; an empty one, or one whose marking was cut short, is not yet. */
async function assertOurs(root: SecureDirectory): Promise<boolean> {
  const format = await readSmallFile(root, storeNames.format, 4096);
  if (format !== undefined) {
    assertFormat(root, format.toString());
    return true;
  }
  const foreign = (await readdir(root.at())).find((name) => !isStoreName(name));
  if (foreign === undefined) return false;
  throw insecure(root.path, 'is not empty and not a store', 'name an empty folder, or one that is not there yet');
}

function assertFormat(root: SecureDirectory, text: string): void {
  const version = parseVersion(text);
  if (version === formatVersion) return;
  if (version === undefined) throw insecure(root.path, 'has a format file that is not ours', 'name another folder');
  throw new SpillwayError({
    code: 'store-unavailable',
    message: `${root.path} is a store of version ${version}; this program knows version ${formatVersion}: update it, or name another folder`,
    modelText: 'The store for full results was written by a newer version of this program.',
    facts: { version, knownVersion: formatVersion },
  });
}

function parseVersion(text: string): number | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('format' in value) || !('version' in value)) return undefined;
    return value.format === 'spillway-store' && Number.isInteger(value.version) ? Number(value.version) : undefined;
  } catch {
    return undefined;
  }
}

async function readKey(root: SecureDirectory): Promise<Buffer> {
  const key = await readSmallFile(root, storeNames.key, keyBytes + 1);
  if (key?.length === keyBytes) return key;
  throw insecure(root.path, `has no ${storeNames.key} of ${keyBytes} bytes`, 'restore it, or remove the folder');
}

/** A store in a work tree would otherwise be offered for the next commit. */
async function isInWorkTree(path: string): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const found = await stat(join(folder, '.git')).then(
      () => true,
      () => false,
    );
    if (found || folder === dirname(folder)) return found;
  }
}
