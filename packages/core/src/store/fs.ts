import type { SpillwayEvent } from '../events.ts';
import { toReadError, toWriteError } from './fs/disk/errno.ts';
import { scopeFolderName } from './fs/disk/layout.ts';
import { type SecureDirectory, within } from './fs/disk/secure-directory.ts';
import { listStored } from './fs/objects/list.ts';
import { inScope, isInAnyScope, listIds, openStored } from './fs/objects/lookup.ts';
import { pinObject, unpinObject } from './fs/objects/pin.ts';
import { removeObject } from './fs/room/removal.ts';
import { Space } from './fs/room/space.ts';
import { isSweepDue, sweepIntervalMs, sweepStore } from './fs/room/sweeper.ts';
import type { Durability, FsContext } from './fs/root/context.ts';
import { StoreRoot } from './fs/root/root.ts';
import { Session } from './fs/root/session.ts';
import { createDraft } from './fs/writing/draft.ts';
import { findUnfinished, recoverUnfinished } from './fs/writing/recover.ts';
import { FsWriter } from './fs/writing/writer.ts';
import { defaultStoreLimits, type StoreLimits } from './limits.ts';
import { parseListCursor, toListLimit } from './list-position.ts';
import { parseListedId } from './parse-listed-id.ts';
import type { HandlePage, Store, StoreAbilities, StoredSource, StoreWriter, WriterOptions } from './store.ts';
import { assertScope, handleForbidden, handleUnknown } from './store-errors.ts';

/** Settings of a store in a folder. */
export interface FsStoreOptions extends Partial<StoreLimits> {
  /** Made where it is missing. Has to be empty, or a store already. */
  readonly directory: string;
  /** Default: `fsync`. */
  readonly durability?: Durability;
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
  readonly onEvent?: (event: SpillwayEvent) => void;
}

/**
 * Creates a store in a folder, which any number of processes of one user may share.
 *
 * Contract: touches nothing until it is used. Folders are 0700 and files 0600 whatever the umask, made anew and never
 * through a link. All processes together stay within `storeBytes`; memory and descriptors do not grow with what is
 * stored. `close` ends what runs in the background and removes this object's own leftovers; without it the next sweep
 * of any process does. What a process had received of a result when it ended is kept as an unfinished one, with the next
 * sweep or list of any process.
 *
 * Its methods throw `store-insecure` for a folder it cannot trust, `store-full`, and `store-unavailable` for any other
 * trouble with the system.
 */
export function createFsStore(options: FsStoreOptions): Store {
  return new FsStore(options);
}

class FsStore implements Store {
  readonly abilities: StoreAbilities = { durable: true, shared: true };
  readonly #context: FsContext;
  readonly #space: Space;
  #background: Promise<unknown> = Promise.resolve();
  #nextSweepCheck = 0;
  #openWriters = 0;

  constructor(options: FsStoreOptions) {
    const { onEvent, now = Date.now } = options;
    this.#context = {
      root: new StoreRoot(options.directory),
      session: new Session(() => this.#space.restate()),
      limits: { ...defaultStoreLimits, ...definedLimits(options) },
      durability: options.durability ?? 'fsync',
      now: () => Math.floor(now()),
      emit: (event) => {
        try {
          onEvent?.(event);
        } catch {}
      },
    };
    this.#space = new Space(this.#context);
  }

  async createWriter(scope: string, options: WriterOptions = {}): Promise<StoreWriter> {
    assertScope(scope);
    return this.#write(async (root) => {
      await this.#sweepIfDue(root);
      const charge = this.#space.createCharge();
      try {
        await charge.reserveOverhead();
        const draft = await createDraft(this.#context, root);
        this.#openWriters++;
        return new FsWriter(this.#context, scope, draft, charge, options, () => {
          this.#openWriters--;
        });
      } catch (error) {
        charge.release();
        throw error;
      }
    });
  }

  async open(scope: string, id: string): Promise<StoredSource> {
    assertScope(scope);
    const source = await this.#read(scope, id, (root, knownId) => openStored(this.#context, root, scope, knownId));
    if (source === undefined) throw handleUnknown(await parseListedId(id, () => []));
    return source;
  }

  async list(scope: string, options: { cursor?: string; limit?: number } = {}): Promise<HandlePage> {
    assertScope(scope);
    const limit = toListLimit(options.limit);
    const after = options.cursor === undefined ? undefined : parseListCursor(options.cursor);
    try {
      const root = await this.#context.root.openToRead();
      if (root === undefined) return { handles: [] };
      return await within(root, async (opened) => {
        await this.#recover(opened);
        return listStored(this.#context, opened, scope, { after, limit });
      });
    } catch (error) {
      throw toWriteError(error);
    }
  }

  async delete(scope: string, id: string): Promise<boolean> {
    assertScope(scope);
    const scopeName = scopeFolderName(scope);
    const isDeleted = await this.#read(scope, id, async (root, knownId) => {
      const removal = await inScope(root, scope, (folder) =>
        removeObject(this.#context, { root, scope: folder, scopeName, id: knownId }, 'deleted'),
      );
      if (removal?.outcome === 'removed') {
        this.#space.forget(scopeName, knownId);
        return true;
      }
      if (await isInAnyScope(root, knownId)) throw handleForbidden(knownId);
      return false;
    });
    return isDeleted ?? false;
  }

  async sweep(): Promise<{ removed: number; freedBytes: number }> {
    try {
      const root = await this.#context.root.openToRead();
      await root?.close();
      if (root === undefined) return { removed: 0, freedBytes: 0 };
    } catch (error) {
      throw toWriteError(error);
    }
    return this.#write(async (root) => {
      await this.#recover(root);
      return sweepStore(this.#context, root);
    });
  }

  async pin(scope: string, id: string): Promise<void> {
    await this.#mark(scope, id, pinObject);
  }

  async unpin(scope: string, id: string): Promise<void> {
    await this.#mark(scope, id, unpinObject);
  }

  async close(): Promise<void> {
    await this.#background;
    if (this.#openWriters > 0) return;
    await this.#space.idle();
    this.#space.restate();
    const root = await this.#context.root.openToRead().catch(() => undefined);
    if (root !== undefined) await within(root, (opened) => this.#context.session.remove(opened)).catch(() => {});
    await this.#context.root.close();
  }

  async #mark(scope: string, id: string, mark: (folder: SecureDirectory) => Promise<void>): Promise<void> {
    const source = await this.open(scope, id);
    await source.close();
    const knownId = source.handle.id;
    const isMarked = await this.#write((root) =>
      inScope(root, scope, (folder) =>
        within(folder.openChild(knownId), async (object) => {
          await mark(object);
          return folder.has(knownId, object);
        }),
      ),
    );
    // Removed in the meantime: opening it says how.
    if (!isMarked) await (await this.open(scope, id)).close();
  }

  /** Keeps what processes had received of a result when they ended. Contract: never throws. */
  async #recover(root: SecureDirectory): Promise<void> {
    try {
      for (const found of await findUnfinished(root)) {
        await this.#write((writable) => recoverUnfinished(this.#context, writable, found));
      }
    } catch {}
  }

  async #sweepIfDue(root: SecureDirectory): Promise<void> {
    if (Date.now() < this.#nextSweepCheck) return;
    this.#nextSweepCheck = Date.now() + sweepIntervalMs;
    if (await isSweepDue(root)) this.#background = this.sweep().catch(() => {});
  }

  /** Runs something that needs the folder to be there, and makes it where it is not. */
  async #write<T>(use: (root: SecureDirectory) => Promise<T>): Promise<T> {
    try {
      return await within(this.#context.root.openToWrite(), use);
    } catch (error) {
      throw toWriteError(error);
    }
  }

  /** Runs something with an id as the scope knows it, or returns nothing where there is no folder. */
  async #read<T>(
    scope: string,
    text: string,
    use: (root: SecureDirectory, id: string) => Promise<T>,
  ): Promise<T | undefined> {
    const root = await this.#context.root.openToRead().catch((error: unknown) => {
      throw toWriteError(error);
    });
    if (root === undefined) return undefined;
    return within(root, async (opened) => {
      const id = await parseListedId(text, () => listIds(opened, scope));
      try {
        return await use(opened, id);
      } catch (error) {
        throw toReadError(error, id);
      }
    });
  }
}

function definedLimits(options: FsStoreOptions): Partial<StoreLimits> {
  const { storeBytes, processStoreBytes, ttlMs } = options;
  return {
    ...(storeBytes !== undefined && { storeBytes }),
    ...(processStoreBytes !== undefined && { processStoreBytes }),
    ...(ttlMs !== undefined && { ttlMs }),
  };
}
