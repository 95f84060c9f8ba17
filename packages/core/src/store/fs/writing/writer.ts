import type { FileHandle } from 'node:fs/promises';
import { SpillwayError } from '../../../errors.ts';
import type { Handle } from '../../../handle/handle.ts';
import { ContentMeter } from '../../content-meter.ts';
import type { StoredFacts, StoreWriter, WriterOptions } from '../../store.ts';
import { writerMisused } from '../../store-errors.ts';
import { type StoredMeta, toStoredMeta } from '../../stored-meta.ts';
import { toWriteError } from '../disk/errno.ts';
import { objectNames } from '../disk/layout.ts';
import { within } from '../disk/secure-directory.ts';
import { createFile, writeAll } from '../disk/secure-file.ts';
import { LineTableWriter } from '../objects/line-file.ts';
import { formatMeta } from '../objects/meta-file.ts';
import type { Charge } from '../room/charge.ts';
import type { FsContext } from '../root/context.ts';
import { noteBegun, noteFinished } from './begun.ts';
import { type Draft, removeDraft } from './draft.ts';
import { EarlySync } from './early-sync.ts';
import { publishObject } from './publish.ts';

/** Small chunks are gathered to this much before they are written. Two such buffers are in use at a time. */
const bufferBytes = 524_288;

/**
 * Receives one result into a folder of its own and moves it into its place when it is whole.
 *
 * Contract: as `StoreWriter`. Holds two buffers of 512 KiB and three descriptors at most. A buffer is hashed and
 * indexed while the one before is written.
 */
export class FsWriter implements StoreWriter {
  readonly #context: FsContext;
  readonly #scope: string;
  readonly #draft: Draft;
  readonly #charge: Charge;
  readonly #meter: ContentMeter;
  readonly #options: WriterOptions;
  readonly #onEnd: () => void;
  readonly #lines: LineTableWriter;
  readonly #earlySync: EarlySync | undefined;
  #buffer: Buffer | undefined;
  #spare: Buffer | undefined;
  #filled = 0;
  #written = 0;
  #writing: Promise<unknown> = Promise.resolve();
  /** The call that is under way; an abort waits for it. */
  #work: Promise<void> = Promise.resolve();
  #state: 'open' | 'busy' | 'full' | 'failed' | 'ended' = 'open';

  constructor(
    context: FsContext,
    scope: string,
    draft: Draft,
    charge: Charge,
    options: WriterOptions,
    onEnd: () => void,
  ) {
    this.#options = options;
    this.#onEnd = onEnd;
    this.#context = context;
    this.#scope = scope;
    this.#draft = draft;
    this.#charge = charge;
    this.#meter = new ContentMeter(options.encoding);
    this.#earlySync = context.durability === 'fsync' ? new EarlySync(draft.data) : undefined;
    this.#lines = new LineTableWriter(
      () => createFile(draft.session, draft.name, objectNames.lines),
      (bytes) => charge.reserveExtra(bytes),
    );
  }

  get byteLength(): number {
    return this.#written + this.#filled;
  }

  async write(chunk: Uint8Array): Promise<void> {
    await this.#exclusively('write', 'open', async () => {
      for (let from = 0; from < chunk.length; ) {
        from += this.#gather(chunk, from);
        if (this.#filled === bufferBytes) await this.#flush();
      }
    });
  }

  async finish(facts: StoredFacts): Promise<Handle> {
    return this.#exclusively('finish', 'ended', async () => {
      await this.#flush();
      await this.#settleWriting();
      const content = this.#meter.end();
      const meta = toStoredMeta(this.#scope, content, facts, this.#context.now());
      await this.#writeMeta(meta);
      await this.#closeFiles();
      await noteFinished(this.#draft);
      return this.#publish(meta);
    });
  }

  async abort(): Promise<void> {
    await this.#work;
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    await this.#writing;
    await this.#discard();
  }

  #gather(chunk: Uint8Array, from: number): number {
    if (this.#buffer === undefined) {
      this.#buffer = this.#spare ?? Buffer.allocUnsafeSlow(bufferBytes);
      this.#spare = undefined;
    }
    const part = chunk.subarray(from, from + bufferBytes - this.#filled);
    this.#buffer.set(part, this.#filled);
    this.#filled += part.length;
    return part.length;
  }

  async #publish(meta: StoredMeta): Promise<Handle> {
    return within(this.#context.root.openToWrite(), async (root) => {
      const { handle, scopeName, isNew } = await publishObject(this.#context, root, this.#draft, meta);
      if (isNew) {
        this.#charge.settle(`${scopeName}/${handle.id}`);
        await this.#draft.session.close();
        this.#onEnd();
      } else {
        await this.#discard();
      }
      return handle;
    });
  }

  /** Writes the buffer in the background; a second call waits for the first. */
  async #flush(): Promise<void> {
    const { data } = this.#draft;
    const bytes = this.#buffer?.subarray(0, this.#filled);
    if (bytes === undefined || bytes.length === 0) return;
    await this.#reserve(bytes.length);
    await this.#settleWriting();
    const position = this.#written;
    if (position === 0) await noteBegun(this.#draft, this.#scope, this.#options, this.#context.now());
    const full = this.#buffer;
    // A failure is kept for the next call: nobody may be waiting for this promise when it happens.
    this.#writing = writeAll(data, bytes, position).then(
      () => {
        this.#spare = full;
        this.#earlySync?.wrote(bytes.length);
      },
      (error: unknown) => ({ error }),
    );
    const entries = this.#meter.update(bytes);
    this.#written += bytes.length;
    this.#filled = 0;
    this.#buffer = undefined;
    await this.#lines.add(entries);
  }

  /** What does not fit is dropped, so that what was written before it can still be finished. */
  async #reserve(bytes: number): Promise<void> {
    try {
      await this.#charge.reserveData(bytes);
    } catch (error) {
      this.#filled = 0;
      this.#buffer = undefined;
      throw error;
    }
  }

  async #settleWriting(): Promise<void> {
    const outcome = await this.#writing;
    if (typeof outcome === 'object' && outcome !== null && 'error' in outcome) throw outcome.error;
  }

  async #writeMeta(meta: StoredMeta): Promise<void> {
    const lines = await this.#lines.end();
    const bytes = formatMeta({ meta, ...(lines !== undefined && { lines }) });
    await this.#charge.reserveExtra(bytes.length);
    const at = meta.createdAt / 1000;
    const file = await createFile(this.#draft.session, this.#draft.name, objectNames.meta);
    try {
      await writeAll(file, bytes, 0);
      await file.utimes(at, at);
      await this.#draft.data.utimes(at, at);
      if (this.#context.durability === 'fsync') await this.#sync(file);
    } finally {
      await file.close();
    }
  }

  async #sync(meta: FileHandle): Promise<void> {
    await this.#earlySync?.settle();
    await Promise.all([this.#draft.data.sync(), meta.sync(), this.#lines.sync()]);
    await within(this.#draft.session.openChild(this.#draft.name), (folder) => folder.sync());
  }

  async #closeFiles(): Promise<void> {
    await Promise.all([this.#draft.data.close(), this.#lines.close()]);
  }

  async #discard(): Promise<void> {
    await this.#earlySync?.settle().catch(() => {});
    await this.#closeFiles().catch(() => {});
    await removeDraft(this.#draft);
    this.#charge.release();
    this.#onEnd();
  }

  async #exclusively<T>(what: string, next: 'open' | 'ended', work: () => Promise<T>): Promise<T> {
    if (this.#state === 'busy') throw writerMisused(`${what} before the last call was done`);
    const isLegal = this.#state === 'open' || (this.#state === 'full' && next === 'ended');
    if (!isLegal) throw writerMisused(`${what} after it ended or failed`);
    this.#state = 'busy';
    const working = work();
    this.#work = working.then(
      () => {
        this.#state = next;
      },
      (error: unknown) => {
        const isQuota = SpillwayError.isInstance(error) && error.code === 'store-full';
        this.#state = next === 'open' && isQuota ? 'full' : 'failed';
      },
    );
    try {
      const result = await working;
      await this.#work;
      return result;
    } catch (error) {
      await this.#work;
      throw toWriteError(error);
    }
  }
}
