import { createFsStore, createSpillway } from '@spillway/core';

const GIB = 1024 ** 3;

/**
 * Opens a Spillway over a store in a folder, with room for what a benchmark stores.
 *
 * @param {string} directory
 * @param {{ fsync: boolean }} options
 */
export async function openSpillway(directory, { fsync }) {
  const budget = { processStoreBytes: 16 * GIB, storeBytes: 16 * GIB };
  return createSpillway({ store: await createFsStore({ directory, fsync }), scope: 'bench', budget });
}
