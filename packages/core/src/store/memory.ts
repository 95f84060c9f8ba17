import { randomBytes } from 'node:crypto';
import type { TextEncoding } from '../bytes/byte-source.ts';
import type { LineIndexEntry } from '../bytes/line-index-builder.ts';
import type { SpillwayEvent } from '../events.ts';
import type { Handle } from '../handle/handle.ts';
import { deriveHandleIds, suggestHandleId } from '../handle/handle-id.ts';
import { assertReadRange } from './byte-range.ts';
import { defaultMemoryStoreBytes, defaultStoreLimits, maxLaterProvenance } from './limits.ts';
import { compareNewestFirst, formatListCursor, parseListCursor, toListLimit } from './list-position.ts';
import { entryBytes, type MemoryEntry, MemoryShelf } from './memory/shelf.ts';
import { type MemoryContent, MemoryWriter } from './memory/writer.ts';
import { parseListedId } from './parse-listed-id.ts';
import { createSelection } from './selection.ts';
import { createSparseLineIndex } from './sparse-line-index.ts';
import type { HandlePage, Store, StoreAbilities, StoredFacts, StoredSource, StoreWriter } from './store.ts';
import { assertScope, handleForbidden, handleGone, handleUnknown } from './store-errors.ts';
import { isSameContent, lossQualifier, type StoredMeta, toHandle, toStoredMeta } from './stored-meta.ts';

/** Settings of a memory store. */
export interface MemoryStoreOptions {
  /** Default: 256 MiB. */
  readonly storeBytes?: number;
  /** Default: 7 days. */
  readonly ttlMs?: number;
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
  readonly onEvent?: (event: SpillwayEvent) => void;
}

/**
 * Creates a store that lives and dies with its process.
 *
 * Contract: holds at most `storeBytes`, counted while results stream in; the oldest unpinned results make room. Open
 * sources stay readable after their result is gone.
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): Store {
  return new MemoryStore(options);
}

class MemoryStore implements Store {
  readonly abilities: StoreAbilities = { durable: false, shared: false };
  readonly #ttlMs: number;
  readonly #now: () => number;
  readonly #shelf: MemoryShelf;
  readonly #key = randomBytes(32);

  constructor(options: MemoryStoreOptions) {
    this.#ttlMs = options.ttlMs ?? defaultStoreLimits.ttlMs;
    this.#now = () => Math.floor((options.now ?? Date.now)());
    this.#shelf = new MemoryShelf({
      storeBytes: options.storeBytes ?? defaultMemoryStoreBytes,
      ttlMs: this.#ttlMs,
      now: this.#now,
      ...(options.onEvent !== undefined && { onEvent: options.onEvent }),
    });
  }

  async createWriter(scope: string, options: { encoding?: TextEncoding } = {}): Promise<StoreWriter> {
    assertScope(scope);
    return new MemoryWriter(this.#shelf, options.encoding, (content, facts) => this.#keep(scope, content, facts));
  }

  async open(scope: string, id: string): Promise<StoredSource> {
    const [knownId, entry] = await this.#find(scope, id);
    const { blocks, lines } = entry;
    const table = { entryCount: lines.length, entry: (index: number) => lines[index] as LineIndexEntry };
    return {
      handle: this.#handle(knownId, entry),
      byteLength: blocks.byteLength,
      lineIndex: createSparseLineIndex(table, entry.meta.lineCount),
      read: async (offset, byteLength) => {
        assertReadRange(offset, byteLength);
        return blocks.read(offset, byteLength);
      },
      close: async () => {},
    };
  }

  async list(scope: string, options: { cursor?: string; limit?: number } = {}): Promise<HandlePage> {
    assertScope(scope);
    const limit = toListLimit(options.limit);
    const after = options.cursor === undefined ? undefined : parseListCursor(options.cursor);
    const selection = createSelection<{ id: string; createdAt: number; entry: MemoryEntry }>(
      limit + 1,
      compareNewestFirst,
    );
    for (const [id, entry] of this.#shelf.entries(scope)) {
      const item = { id, createdAt: entry.meta.createdAt, entry };
      const isLater = after === undefined || compareNewestFirst(after, item) < 0;
      if (isLater && this.#shelf.expiredAt(entry) === undefined) selection.add(item);
    }
    const found = selection.take();
    const handles = found.slice(0, limit).map((item) => this.#handle(item.id, item.entry));
    const last = handles.at(-1);
    return found.length > limit && last !== undefined ? { handles, next: formatListCursor(last) } : { handles };
  }

  async delete(scope: string, id: string): Promise<boolean> {
    assertScope(scope);
    const entries = this.#shelf.entries(scope);
    const knownId = await parseListedId(id, () => entries.keys());
    const entry = entries.get(knownId);
    if (entry !== undefined) this.#shelf.remove(scope, knownId, entry, 'deleted');
    else if (this.#shelf.isInAnyScope(knownId)) throw handleForbidden(knownId);
    return entry !== undefined;
  }

  async sweep(): Promise<{ removed: number; freedBytes: number }> {
    const before = this.#shelf.usedBytes;
    const removed = this.#shelf.removeExpired();
    return { removed, freedBytes: before - this.#shelf.usedBytes };
  }

  async pin(scope: string, id: string): Promise<void> {
    (await this.#find(scope, id))[1].isPinned = true;
  }

  async unpin(scope: string, id: string): Promise<void> {
    (await this.#find(scope, id))[1].isPinned = false;
  }

  #keep(scope: string, { content, blocks, lines }: MemoryContent, facts: StoredFacts): Handle {
    const now = this.#now();
    const meta = toStoredMeta(scope, content, facts, now);
    const id = this.#idFor(scope, meta);
    const known = this.#shelf.entries(scope).get(id);
    if (known !== undefined) {
      if (known.later.length < maxLaterProvenance) known.later.push(facts.provenance);
      known.usedAt = now;
      this.#shelf.release(entryBytes + blocks.byteLength);
      return this.#handle(id, known);
    }
    blocks.seal();
    const entry: MemoryEntry = { meta, blocks, lines, later: [], usedAt: now, isPinned: false };
    this.#shelf.put(scope, id, entry);
    return this.#handle(id, entry);
  }

  /** Returns the id under which this content is kept already, or the shortest that is free. */
  #idFor(scope: string, meta: StoredMeta): string {
    const { sha256 } = meta;
    for (const id of deriveHandleIds({ key: this.#key, scope, sha256, qualifier: lossQualifier(meta) })) {
      const known = this.#shelf.entries(scope).get(id);
      if (known === undefined || isSameContent(known.meta, meta)) return id;
    }
    throw new Error('every id of this content is taken');
  }

  async #find(scope: string, text: string): Promise<[id: string, entry: MemoryEntry]> {
    assertScope(scope);
    const entries = this.#shelf.entries(scope);
    const id = await parseListedId(text, () => entries.keys());
    const entry = entries.get(id);
    const expiredAt = entry && this.#shelf.expiredAt(entry);
    if (entry !== undefined && expiredAt === undefined) return [id, entry];
    const expired = entry && ({ reason: 'expired', byteLength: entry.meta.byteLength, at: expiredAt ?? 0 } as const);
    const tombstone = expired ?? this.#shelf.tombstone(scope, id);
    if (tombstone !== undefined) throw handleGone(id, tombstone);
    const nearId = suggestHandleId(id, entries.keys());
    throw this.#shelf.isInAnyScope(id) ? handleForbidden(id, nearId) : handleUnknown(id, nearId);
  }

  #handle(id: string, entry: MemoryEntry): Handle {
    return toHandle(id, entry.meta, entry.later, { usedAt: entry.usedAt, ttlMs: this.#ttlMs });
  }
}
