import { rm } from 'node:fs/promises';
import { errnoOf, isMissing } from '../../../system/errno.ts';
import { ownProcessName } from '../../../system/process-identity.ts';
import { reservedName, storeNames } from '../disk/layout.ts';
import { type SecureDirectory, within } from '../disk/secure-directory.ts';
import { createFile, openToOverwrite, writeAll } from '../disk/secure-file.ts';
import { formatReservation } from './reservation.ts';

/**
 * The folder in `tmp` where one store object of one process writes, removes, and states what it has reserved.
 *
 * Contract: made on first use, and again when it was removed from outside; `restate` is then asked how many bytes are
 * in use. Its name tells other processes whose it is, so that they can clean up after a dead one.
 */
export class Session {
  readonly #restate: () => number;
  #name: string | undefined;
  #making: Promise<void> | undefined;

  constructor(restate: () => number) {
    this.#restate = restate;
  }

  get name(): string | undefined {
    return this.#name;
  }

  /** Opens the folder. Contract: the caller closes it. */
  async open(root: SecureDirectory): Promise<SecureDirectory> {
    return within(root.openChild(storeNames.tmp, { create: true, hold: true }), async (tmp) => {
      const name = this.#name;
      if (name !== undefined) {
        try {
          return await tmp.openChild(name, { hold: true });
        } catch (error) {
          if (!isMissing(error)) throw error;
          if (this.#name === name) this.#name = undefined;
        }
      }
      if (this.#name === undefined) {
        this.#making ??= this.#make(tmp).finally(() => {
          this.#making = undefined;
        });
        await this.#making;
      }
      return tmp.openChild(this.#name ?? '', { hold: true });
    });
  }

  /** States how many bytes this session may use. */
  async publishReservation(root: SecureDirectory, bytes: number): Promise<void> {
    await within(this.open(root), async (folder) => {
      const { file } = await openToOverwrite(folder, reservedName);
      try {
        await writeAll(file, formatReservation(bytes), 0);
      } finally {
        await file.close();
      }
    });
  }

  /** Removes the folder and all that is in it. */
  async remove(root: SecureDirectory): Promise<void> {
    const name = this.#name;
    if (name === undefined) return;
    this.#name = undefined;
    await within(root.openChild(storeNames.tmp), (tmp) => rm(tmp.at(name), { recursive: true, force: true }));
  }

  async #make(tmp: SecureDirectory): Promise<void> {
    const name = ownProcessName();
    await within(tmp.openChild(name, { create: true }), async (folder) => {
      const file = await createFile(folder, reservedName);
      try {
        await writeAll(file, formatReservation(this.#restate()), 0);
      } finally {
        await file.close();
      }
    });
    this.#name = name;
  }
}

/** Tells whether an error says that something is in the way of a rename. */
export function isOccupied(error: unknown): boolean {
  return ['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM'].includes(errnoOf(error) ?? '');
}
