import assert from 'node:assert/strict';
import { SpillwayError, type SpillwayErrorCode } from '../errors.ts';
import type { Handle } from '../handle/handle.ts';
import type { Store, StoredFacts } from '../store/store.ts';

/** Settings that the contract asks a store to be made with. */
export interface ContractStoreOptions {
  /** Bytes the store may hold, bookkeeping included. */
  readonly storeBytes?: number;
  readonly ttlMs?: number;
  readonly now?: () => number;
}

/** What an implementer gives the contract. */
export interface StoreHarness {
  /** Makes an empty store. */
  createStore(options?: ContractStoreOptions): Promise<Store>;
  /** Opens what `store` keeps a second time, as another process would. Needed where `abilities.shared` is true. */
  reopenStore?(store: Store, options?: ContractStoreOptions): Promise<Store>;
}

/** One promise of the contract. Contract: `run` throws an `AssertionError` where it is broken. */
export interface StoreContractCase {
  readonly title: string;
  run(harness: StoreHarness): Promise<void>;
}

/** Facts of a result that matter to no case. */
export function plainFacts(facts: Partial<StoredFacts> = {}): StoredFacts {
  return {
    mediaType: 'text/plain',
    shape: 'prose',
    headline: 'text',
    provenance: { toolName: 'contract', at: 1_700_000_000_000 },
    ...facts,
  };
}

/** Stores a content in one piece. */
export async function storeText(
  store: Store,
  scope: string,
  content: string | Uint8Array,
  facts: Partial<StoredFacts> = {},
): Promise<Handle> {
  const writer = await store.createWriter(scope);
  try {
    await writer.write(typeof content === 'string' ? new TextEncoder().encode(content) : content);
    return await writer.finish(plainFacts(facts));
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/** Reads all of a stored content. */
export async function readAll(store: Store, scope: string, id: string): Promise<Uint8Array> {
  const source = await store.open(scope, id);
  try {
    return await source.read(0, source.byteLength);
  } finally {
    await source.close();
  }
}

/** Makes sure that something fails with a code, and returns the error. */
export async function rejectsWith(work: Promise<unknown>, code: SpillwayErrorCode): Promise<SpillwayError> {
  try {
    await work;
  } catch (error) {
    assert.ok(SpillwayError.isInstance(error), `a SpillwayError, not ${String(error)}`);
    assert.equal(error.code, code);
    return error;
  }
  throw new assert.AssertionError({ message: `should have failed with ${code}` });
}

/** Makes a clock that stands still until it is told otherwise. */
export function createClock(start = 1_700_000_000_000): { now: () => number; advance(ms: number): void } {
  let at = start;
  return {
    now: () => at,
    advance(ms: number): void {
      at += ms;
    },
  };
}
