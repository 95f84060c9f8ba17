import { createTailWindow, type TailWindow } from '../bytes/tail-window.ts';
import { SpillwayError } from '../errors.ts';
import type { ByteRange, Handle, Provenance } from '../handle/handle.ts';
import type { Description } from '../shape/shape.ts';
import type { Store, StoredFacts, StoreWriter } from '../store/store.ts';
import type { DescribeStream } from './describe/describe-stream.ts';

const tailBytes = 1_048_576;

/** What became of one spilled result. Exactly one of `handle` and `failure` is there. */
export interface Spilled {
  readonly producedBytes: number;
  readonly description: Description;
  readonly handle?: Handle;
  readonly failure?: SpillwayError;
}

/**
 * Stores one result while it streams, and describes it in the same pass.
 *
 * Contract: memory does not grow with the result; `write` waits for the store. Past `captureBytes` the first part and
 * the last MiB are kept and the gap is recorded; where the store has room for less, what it took. When it fails the
 * result is still counted and described to its end: nothing is thrown, and `end` says why nothing was kept.
 */
export class Spill {
  readonly #describer: DescribeStream;
  readonly #firstBytes: number;
  readonly #tailBytes: number;
  /** Made when the first bytes are full, as few results have a tail. */
  #tail: TailWindow | undefined;
  #writer: StoreWriter | undefined;
  #failure: SpillwayError | undefined;
  /** The store has no room for more: what it holds is kept, and the rest is the gap. */
  #isFull = false;
  #producedBytes = 0;

  private constructor(describer: DescribeStream, captureBytes: number) {
    this.#describer = describer;
    this.#tailBytes = Math.min(tailBytes, Math.floor(captureBytes / 2));
    this.#firstBytes = captureBytes - this.#tailBytes;
  }

  static async start(options: {
    store: Store;
    scope: string;
    describer: DescribeStream;
    captureBytes: number;
    ifUnfinished?: StoredFacts | undefined;
  }): Promise<Spill> {
    const spill = new Spill(options.describer, options.captureBytes);
    await spill.#guarded(async () => {
      const { ifUnfinished } = options;
      spill.#writer = await options.store.createWriter(options.scope, {
        encoding: options.describer.encoding,
        ...(ifUnfinished !== undefined && { ifUnfinished }),
      });
    });
    return spill;
  }

  get producedBytes(): number {
    return this.#producedBytes;
  }

  async write(chunk: Uint8Array): Promise<void> {
    const room = Math.max(0, this.#firstBytes - this.#producedBytes);
    this.#producedBytes += chunk.length;
    await this.#describer.write(chunk);
    const writer = this.#writer;
    if (writer === undefined) return;
    if (this.#isFull) return;
    if (room > 0) await this.#guarded(() => writer.write(room >= chunk.length ? chunk : chunk.subarray(0, room)));
    if (room >= chunk.length) return;
    this.#tail ??= createTailWindow(this.#tailBytes);
    this.#tail.write(chunk.subarray(room));
  }

  /** `provenance` is told whether the stored bytes are all of the result; `withheld` is where they were masked. */
  async end(provenance: (isWhole: boolean) => Promise<Provenance>, withheld: readonly ByteRange[]): Promise<Spilled> {
    const description = await this.#describer.end();
    const handle = await this.#guarded(() => this.#finish(description, provenance, withheld));
    const facts = { producedBytes: this.#producedBytes, description };
    if (handle !== undefined) return { ...facts, handle };
    return { ...facts, failure: this.#failure ?? unavailable('the store gave no handle') };
  }

  async abort(): Promise<void> {
    this.#describer.abort();
    await this.#abortWriter();
  }

  async #abortWriter(): Promise<void> {
    await this.#writer?.abort();
    this.#writer = undefined;
  }

  async #finish(
    description: Description,
    provenance: (isWhole: boolean) => Promise<Provenance>,
    withheld: readonly ByteRange[],
  ): Promise<Handle | undefined> {
    const writer = this.#writer;
    if (writer === undefined) return undefined;
    const gap = this.#isFull ? { start: writer.byteLength, end: this.#producedBytes } : this.#gap();
    if (this.#tail !== undefined && !this.#isFull) await writer.write(this.#tail.bytes());
    return writer.finish({
      mediaType: description.mediaType,
      shape: description.shape,
      headline: description.headline,
      producedBytes: this.#producedBytes,
      provenance: await provenance(writer.byteLength === this.#producedBytes),
      ...(withheld.length > 0 && { withheld: gap === undefined ? withheld : besideGap(withheld, gap) }),
      ...(gap !== undefined && { gap }),
    });
  }

  #gap(): ByteRange | undefined {
    const start = this.#firstBytes;
    const end = this.#producedBytes - (this.#tail?.bytes().length ?? 0);
    return end > start ? { start, end } : undefined;
  }

  /** Runs a store operation; its failure ends the storing, not the result. */
  async #guarded<T>(operation: () => Promise<T>): Promise<T | undefined> {
    try {
      return await operation();
    } catch (error) {
      this.#failure = SpillwayError.isInstance(error) ? error : unavailable(String(error), error);
      if (this.#failure.code === 'store-full' && !this.#isFull && (this.#writer?.byteLength ?? 0) > 0) {
        this.#isFull = true;
        return undefined;
      }
      await this.#abortWriter();
      return undefined;
    }
  }
}

/** Turns positions of what was produced into those of what is stored. */
function besideGap(ranges: readonly ByteRange[], gap: ByteRange): ByteRange[] {
  const toStored = (at: number): number => (at <= gap.start ? at : Math.max(gap.start, at - (gap.end - gap.start)));
  const stored = ranges.map(({ start, end }) => ({ start: toStored(start), end: toStored(end) }));
  return stored.filter(({ start, end }) => end > start);
}

function unavailable(message: string, cause?: unknown): SpillwayError {
  return new SpillwayError({ code: 'store-unavailable', message, modelText: 'the store is not available', cause });
}
