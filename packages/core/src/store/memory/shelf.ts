import type { LineIndexEntry } from '../../bytes/line-index-builder.ts';
import type { SpillwayEvent } from '../../events.ts';
import type { Provenance } from '../../handle/handle.ts';
import { setNewest } from '../../set-newest.ts';
import { maxTombstones, minEvictionAgeMs } from '../limits.ts';
import { type RemovalReason, storeFull, type Tombstone } from '../store-errors.ts';
import type { StoredMeta } from '../stored-meta.ts';
import type { MemoryBlocks } from './blocks.ts';

/** One stored result. */
export interface MemoryEntry {
  readonly meta: StoredMeta;
  readonly blocks: MemoryBlocks;
  readonly lines: readonly LineIndexEntry[];
  readonly later: Provenance[];
  /** When the content was last produced. */
  usedAt: number;
  isPinned: boolean;
}

export interface ShelfSettings {
  readonly storeBytes: number;
  readonly ttlMs: number;
  readonly now: () => number;
  readonly onEvent?: (event: SpillwayEvent) => void;
}

/** What one entry costs beside its bytes, roughly. */
export const entryBytes = 1024;

/**
 * Keeps the entries of a memory store by scope and id, within its quota.
 *
 * Contract: `reserve` makes room by removing what is expired, then the oldest that is neither pinned nor young, or
 * throws `store-full` and changes nothing else. What is removed leaves a tombstone.
 */
export class MemoryShelf {
  readonly #settings: ShelfSettings;
  readonly #scopes = new Map<string, Map<string, MemoryEntry>>();
  readonly #tombstones = new Map<string, Map<string, Tombstone>>();
  #usedBytes = 0;

  constructor(settings: ShelfSettings) {
    this.#settings = settings;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  entries(scope: string): ReadonlyMap<string, MemoryEntry> {
    return this.#scopes.get(scope) ?? new Map();
  }

  tombstone(scope: string, id: string): Tombstone | undefined {
    return this.#tombstones.get(scope)?.get(id);
  }

  isInAnyScope(id: string): boolean {
    return [...this.#scopes.values()].some((entries) => entries.has(id));
  }

  expiredAt(entry: MemoryEntry): number | undefined {
    const at = entry.usedAt + this.#settings.ttlMs;
    return at <= this.#settings.now() ? at : undefined;
  }

  put(scope: string, id: string, entry: MemoryEntry): void {
    const entries = this.#scopes.get(scope) ?? new Map<string, MemoryEntry>();
    this.#scopes.set(scope, entries.set(id, entry));
    this.#tombstones.get(scope)?.delete(id);
  }

  reserve(bytes: number): void {
    const { storeBytes } = this.#settings;
    if (this.#usedBytes + bytes > storeBytes) this.#makeRoom(storeBytes - bytes);
    if (this.#usedBytes + bytes > storeBytes) throw storeFull('storeBytes', storeBytes);
    this.#usedBytes += bytes;
  }

  release(bytes: number): void {
    this.#usedBytes -= bytes;
  }

  removeExpired(): number {
    let removed = 0;
    for (const [scope, entries] of this.#scopes) {
      for (const [id, entry] of entries) {
        if (this.expiredAt(entry) === undefined) continue;
        this.remove(scope, id, entry, 'expired');
        removed++;
      }
    }
    return removed;
  }

  remove(scope: string, id: string, entry: MemoryEntry, reason: RemovalReason): void {
    const now = this.#settings.now();
    const { byteLength } = entry.meta;
    this.#scopes.get(scope)?.delete(id);
    this.#usedBytes -= entryBytes + entry.blocks.byteLength;
    this.#bury(scope, id, { reason, byteLength, at: reason === 'expired' ? (this.expiredAt(entry) ?? now) : now });
    if (reason === 'evicted') this.#settings.onEvent?.({ type: 'handle-evicted', at: now, handleId: id, byteLength });
  }

  #makeRoom(target: number): void {
    this.removeExpired();
    const all = [...this.#scopes].flatMap(([scope, entries]) =>
      [...entries].map(([id, entry]) => ({ scope, id, entry })),
    );
    const latest = this.#settings.now() - minEvictionAgeMs;
    const candidates = all.filter(({ entry }) => !entry.isPinned && entry.usedAt <= latest);
    candidates.sort((a, b) => a.entry.usedAt - b.entry.usedAt);
    for (const { scope, id, entry } of candidates) {
      if (this.#usedBytes <= target) return;
      this.remove(scope, id, entry, 'evicted');
    }
  }

  #bury(scope: string, id: string, tombstone: Tombstone): void {
    const tombstones = this.#tombstones.get(scope) ?? new Map<string, Tombstone>();
    this.#tombstones.set(scope, tombstones);
    setNewest(tombstones, id, tombstone, maxTombstones);
  }
}
