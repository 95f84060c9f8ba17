import { constants } from 'node:fs';
import { chmod, type FileHandle, lstat, mkdir, open, readFile, rm, rmdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { errnoOf, isMissing } from '../../system/errno.ts';
import { livenessOf, ownProcessName, parseProcessName } from '../../system/process-identity.ts';
import { namesIn } from './names-in.ts';
import { type RecordHolder, recordRefused } from './record-errors.ts';

const { O_CREAT, O_EXCL, O_WRONLY } = constants;
const createFlags = O_WRONLY | O_CREAT | O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Another claim on the same record. */
export interface Rival {
  readonly name: string;
  readonly holder: RecordHolder;
  /** It has the record; otherwise it is about to find out. */
  readonly isHolder: boolean;
  /** Whether its process can be asked about. */
  readonly isKnown: boolean;
}

/**
 * The claim of one writer: a file in the record's lock folder, whose name no other claim ever has.
 *
 * Contract: a claim is empty at first and says who has the record once it holds. So removing a dead claim by its name
 * can never remove a live one.
 */
export class LockClaim {
  readonly name: string;
  readonly #folder: string;
  readonly #file: FileHandle;
  #text = ' ';

  private constructor(folder: string, name: string, file: FileHandle) {
    this.#folder = folder;
    this.name = name;
    this.#file = file;
  }

  /** Makes a claim in a folder, which is made where it is missing. */
  static async make(folder: string): Promise<LockClaim> {
    const name = ownProcessName();
    for (;;) {
      await makeFolder(folder);
      try {
        return new LockClaim(folder, name, await open(join(folder, name), createFlags, 0o600));
      } catch (error) {
        // The last holder removes the folder when it leaves.
        if (!isMissing(error)) throw error;
      }
    }
  }

  /** Says that this claim holds. */
  async hold(): Promise<void> {
    this.#text = JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() });
    await this.touch();
  }

  /** Gives a sign of life, with the time of the file system. */
  async touch(): Promise<void> {
    await this.#file.write(this.#text, 0);
  }

  /** Tells whether nobody removed the claim. */
  async isThere(): Promise<boolean> {
    return (await this.#file.stat()).nlink > 0;
  }

  /** Removes the claim; others can still be asked for until it is closed. */
  async withdraw(): Promise<void> {
    await rm(join(this.#folder, this.name), { force: true });
    // Others may be in it, or have removed it.
    await rmdir(this.#folder).catch(() => {});
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  /**
   * Finds the other claims that live, and removes the dead ones.
   *
   * Contract: one whose process cannot be asked about is dead when it gave no sign of life for `leaseMs`.
   */
  async rivals(leaseMs: number): Promise<Rival[]> {
    const rivals: Rival[] = [];
    // The folder is gone when nobody has a claim.
    for (const name of await namesIn(this.#folder)) {
      const identity = name === this.name ? undefined : parseProcessName(name);
      if (identity === undefined) continue;
      const liveness = await livenessOf(identity);
      const isDead = liveness === 'dead' || (liveness === 'unknown' && (await this.#isStill(name, leaseMs)));
      if (isDead) await rm(join(this.#folder, name), { force: true });
      else rivals.push({ ...(await readRival(this.#folder, name, identity.pid)), isKnown: liveness === 'alive' });
    }
    return rivals;
  }

  async #isStill(name: string, leaseMs: number): Promise<boolean> {
    await this.touch();
    const { mtimeMs: now } = await this.#file.stat();
    const then = await lstat(join(this.#folder, name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
    return now - then > leaseMs;
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, 0o700);
    // Whatever the umask; it may be gone again.
    await chmod(folder, 0o700).catch(() => {});
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
    const stats = await lstat(folder).catch(() => undefined);
    const user = process.geteuid?.() ?? stats?.uid;
    if (stats !== undefined && !stats.isDirectory()) throw recordRefused(folder, 'is in the place of the lock folder');
    if (stats !== undefined && stats.uid !== user) throw recordRefused(folder, `belongs to user ${stats.uid}`);
  }
}

async function readRival(folder: string, name: string, pid: number): Promise<Omit<Rival, 'isKnown'>> {
  try {
    const { host, since } = JSON.parse(await readFile(join(folder, name), 'utf8'));
    return { name, isHolder: true, holder: { pid, host: String(host), since: String(since) } };
  } catch {
    return { name, isHolder: false, holder: { pid } };
  }
}
