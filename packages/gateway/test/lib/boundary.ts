import { createMemoryStore, createSpillway } from '@spillway/core';
import type { Boundary } from '../../src/boundary.ts';

/** A boundary over a store in memory, and the bytes that its handles keep. */
export interface TestBoundary extends Boundary {
  /** Returns all bytes of a stored result. */
  read(handle: string): Promise<Buffer>;
  /** Returns the upstream's exact result for a stored one. */
  readOrigin(handle: string): Promise<Buffer>;
  handleCount(): Promise<number>;
}

export function createTestBoundary(): TestBoundary {
  const store = createMemoryStore();
  const scope = 'test';
  const spillway = createSpillway({ store, scope });
  const read = async (handle: string): Promise<Buffer> => {
    const source = await store.open(scope, handle);
    try {
      return Buffer.from(await source.read(0, source.byteLength));
    } finally {
      await source.close();
    }
  };
  return {
    bound: (result, context) => spillway.bound(result, context),
    tools: (options) => spillway.tools(options),
    read,
    readOrigin: async (handle) => {
      const source = await store.open(scope, handle);
      const originId = source.handle.provenance.at(-1)?.originId;
      await source.close();
      return read(originId ?? '');
    },
    handleCount: async () => (await store.list(scope)).handles.length,
  };
}
