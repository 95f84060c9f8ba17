const kib = 1024;
const gib = 1024 ** 3;

/** What a store may hold and for how long. */
export interface StoreLimits {
  /** Bytes of the whole store, all processes together, bookkeeping included. */
  readonly storeBytes: number;
  /** Bytes that one store object of one process may have in the store at a time. */
  readonly processStoreBytes: number;
  /** Age, counted from when a content was last produced, after which it is gone. */
  readonly ttlMs: number;
}

/** The limits of a store that is given none. */
export const defaultStoreLimits: StoreLimits = {
  storeBytes: 10 * gib,
  processStoreBytes: 2 * gib,
  ttlMs: 7 * 86_400_000,
};

/** The limits of a memory store that is given none: as above, but for what a process can spare. */
export const defaultMemoryStoreBytes: number = 256 * 1024 * kib;

/** A result younger than this is not evicted: its handle is on its way to a model that may be about to read it. */
export const minEvictionAgeMs = 5000;

/** Tombstones kept a scope; the oldest go first. */
export const maxTombstones = 4096;

/** Results that `list` returns where the caller names no number, and at most. */
export const defaultListLimit = 50;
export const maxListLimit = 1000;

/** Provenance entries kept a result beside the first; later ones are not recorded. */
export const maxLaterProvenance = 128;
