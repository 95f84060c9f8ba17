import { createMemoryStore, createSpillway, type Provenance, readOrigin } from '@spillway/core';
import type { Boundary } from '../../src/boundary.ts';

/** A boundary over a store in memory, and the bytes that its handles keep. */
export interface TestBoundary extends Boundary {
  /** Returns all bytes of a stored result. */
  read(handle: string): Promise<Buffer>;
  /** Returns the upstream's exact result for a stored one. */
  readOrigin(handle: string): Promise<Buffer>;
  /** Returns where a stored result came from, as its handle says. */
  lastProvenance(handle: string): Promise<Provenance | undefined>;
  handleCount(): Promise<number>;
  /** What became of the captures that were begun. */
  readonly captures: { begun: number; presented: number; aborted: number };
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
  const captures = { begun: 0, presented: 0, aborted: 0 };
  return {
    bound: (result, context) => spillway.bound(result, context),
    captures,
    capture: (context) => {
      captures.begun += 1;
      const capture = spillway.capture(context);
      return {
        ...capture,
        present: (captured, more) => {
          captures.presented += 1;
          return capture.present(captured, more);
        },
        abort: () => {
          captures.aborted += 1;
          return capture.abort();
        },
      };
    },
    withoutKeys: (bytes) => spillway.withoutKeys(bytes),
    tools: (options) => spillway.tools(options),
    read,
    readOrigin: async (handle) => {
      const source = await store.open(scope, handle);
      const pieces: Uint8Array[] = [];
      for await (const piece of readOrigin(store, source) ?? []) pieces.push(piece);
      await source.close();
      return Buffer.concat(pieces);
    },
    lastProvenance: async (handle) => {
      const source = await store.open(scope, handle);
      await source.close();
      return source.handle.provenance.at(-1);
    },
    handleCount: async () => (await store.list(scope)).handles.length,
  };
}
