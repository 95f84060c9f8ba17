import { createFsStore, createSpillway } from '@spillway/core';

const GIB = 1024 ** 3;

/**
 * Opens a Spillway over a store in a folder, with room for what a benchmark stores.
 *
 * @param {string} directory
 * @param {{ fsync: boolean, includeKeys?: boolean }} options
 */
export function openSpillway(directory, { fsync, includeKeys = false }) {
  const room = { storeBytes: 16 * GIB, processStoreBytes: 16 * GIB };
  const store = createFsStore({ directory, durability: fsync ? 'fsync' : 'none', ...room });
  return createSpillway({ store, scope: 'bench', budget: room, includeKeys });
}
