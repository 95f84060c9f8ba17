import { describe, it } from 'vitest';
import { createMemoryStore } from '../../src/store/memory.ts';
import type { Store } from '../../src/store/store.ts';
import { type StoreHarness, storeContract } from '../../src/testing/index.ts';
import { temporaryStore } from '../store/support/temporary.ts';

const harnesses: Record<string, StoreHarness> = {
  memory: { createStore: async (options) => createMemoryStore(options) },
  fs: {
    createStore: async (options) => temporaryStore(options),
    reopenStore: async (store: Store, options) =>
      temporaryStore({ ...options, directory: (store as ReturnType<typeof temporaryStore>).directory }),
  },
};

for (const [name, harness] of Object.entries(harnesses)) {
  describe(`${name} store`, () => {
    for (const { title, run } of storeContract) it(title, () => run(harness));
  });
}
