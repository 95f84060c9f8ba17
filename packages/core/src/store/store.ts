import type { ByteSource, LineIndex, TextEncoding } from '../bytes/byte-source.ts';
import type { ByteRange, Handle, Provenance } from '../handle/handle.ts';
import type { ShapeName } from '../shape/shape.ts';

/** What a store can do beyond the required methods. Core asks for an ability, never for a store's name. */
export interface StoreAbilities {
  /** Stored results survive the process, kill -9 included. */
  readonly durable: boolean;
  /** Other processes see what this one stores. */
  readonly shared: boolean;
}

/** What is known of a content only when all of it has passed. */
export interface StoredFacts {
  readonly mediaType: string;
  readonly shape: ShapeName;
  readonly headline: string;
  readonly provenance: Provenance;
  readonly withheld?: readonly ByteRange[];
  readonly gap?: ByteRange;
  /** Default: the bytes written. */
  readonly producedBytes?: number;
  /** Says that the process that received it ended before all of it was there. */
  readonly unfinished?: true;
}

/** What is known of a content before its first byte. */
export interface WriterOptions {
  /** Default: found from the first bytes. */
  readonly encoding?: TextEncoding;
  /**
   * What is said of the content where its process ends before it is finished. A store whose results outlive the process
   * then keeps what it has of it; where this or `encoding` is missing, it keeps nothing.
   */
  readonly ifUnfinished?: StoredFacts;
}

/**
 * Receives one result as it is produced. Hashes, measures and indexes lines in the same pass.
 *
 * Contract: `write` resolves when more is welcome (back-pressure) and does not keep the chunk after it resolved; it
 * throws `store-full`, `store-unavailable` or `store-insecure`. After `store-full` for want of quota, what was written
 * before (`byteLength`) can still be finished; after anything else only `abort` is legal. `finish` resolves
 * when the result is durable, as far as the store's abilities go, and readable by its id from every process that shares
 * the store; the same bytes in one scope are one object, whose provenance grows. `abort` removes what was written and
 * never throws.
 */
export interface StoreWriter {
  readonly byteLength: number;
  write(chunk: Uint8Array): Promise<void>;
  finish(facts: StoredFacts): Promise<Handle>;
  abort(): Promise<void>;
}

/** An open stored result. */
export interface StoredSource extends ByteSource {
  readonly handle: Handle;
  readonly lineIndex: LineIndex;
}

export interface HandlePage {
  /** Newest first. */
  readonly handles: readonly Handle[];
  /** Give back as `cursor`; absent = no more. */
  readonly next?: string;
}

/**
 * Keeps results. Four methods are required.
 *
 * Contract: every method takes the scope and denies by default outside it: an id of another scope is
 * `handle-forbidden` (which a model is told as unknown), a missing one `handle-unknown`, a past one `handle-expired` or
 * `handle-evicted` with the facts `byteLength` and `at`.
 */
export interface Store {
  readonly abilities: StoreAbilities;
  createWriter(scope: string, options?: WriterOptions): Promise<StoreWriter>;
  open(scope: string, id: string): Promise<StoredSource>;
  list(scope: string, options?: { cursor?: string; limit?: number }): Promise<HandlePage>;
  delete(scope: string, id: string): Promise<boolean>;
  /** Removes what is past its age or over quota; never what is in use. */
  sweep?(): Promise<{ removed: number; freedBytes: number }>;
  /** Keeps a result from eviction (not from its age) until unpinned. */
  pin?(scope: string, id: string): Promise<void>;
  unpin?(scope: string, id: string): Promise<void>;
  close?(): Promise<void>;
}
