import type { TextEncoding } from '../../bytes/byte-source.ts';
import type { LineIndexEntry } from '../../bytes/line-index-builder.ts';
import type { Handle } from '../../handle/handle.ts';
import { ContentMeter, type MeasuredContent } from '../content-meter.ts';
import type { StoredFacts, StoreWriter } from '../store.ts';
import { writerMisused } from '../store-errors.ts';
import { MemoryBlocks } from './blocks.ts';
import { entryBytes, type MemoryShelf } from './shelf.ts';

/** A finished content on its way to the shelf. */
export interface MemoryContent {
  readonly content: MeasuredContent;
  readonly blocks: MemoryBlocks;
  readonly lines: readonly LineIndexEntry[];
}

/** Receives one result into memory. Contract: as `StoreWriter`; what it holds is reserved on the shelf. */
export class MemoryWriter implements StoreWriter {
  readonly #shelf: MemoryShelf;
  readonly #keep: (content: MemoryContent, facts: StoredFacts) => Handle;
  readonly #meter: ContentMeter;
  readonly #blocks = new MemoryBlocks();
  readonly #lines: LineIndexEntry[] = [];
  #state: 'open' | 'full' | 'ended' = 'open';

  constructor(
    shelf: MemoryShelf,
    encoding: TextEncoding | undefined,
    keep: (content: MemoryContent, facts: StoredFacts) => Handle,
  ) {
    this.#shelf = shelf;
    this.#keep = keep;
    this.#meter = new ContentMeter(encoding);
    shelf.reserve(entryBytes);
  }

  get byteLength(): number {
    return this.#blocks.byteLength;
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (this.#state !== 'open') throw writerMisused('write after it ended or failed');
    try {
      this.#shelf.reserve(chunk.length);
    } catch (error) {
      this.#state = 'full';
      throw error;
    }
    this.#blocks.append(chunk);
    this.#lines.push(...this.#meter.update(chunk));
  }

  async finish(facts: StoredFacts): Promise<Handle> {
    if (this.#state === 'ended') throw writerMisused('finish after it ended');
    this.#state = 'ended';
    return this.#keep({ content: this.#meter.end(), blocks: this.#blocks, lines: this.#lines }, facts);
  }

  async abort(): Promise<void> {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#shelf.release(entryBytes + this.#blocks.byteLength);
  }
}
