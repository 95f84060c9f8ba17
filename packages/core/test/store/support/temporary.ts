import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { createFsStore, type FsStoreOptions } from '../../../src/store/fs.ts';
import type { Store } from '../../../src/store/store.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Runs something when the test is over. */
export function afterwards(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

/** Makes a folder for one test; with `inMemory` where files cost least, for tests that make thousands. */
export function temporaryFolder(options: { inMemory?: boolean } = {}): string {
  const parent = options.inMemory && existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(parent, 'spillway-test-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a store for one test, without the wait for the disk, in a folder of its own unless one is given. */
export function temporaryStore(options: Partial<FsStoreOptions> = {}): Store & { readonly directory: string } {
  const directory = options.directory ?? join(temporaryFolder(), 'store');
  const store = createFsStore({ durability: 'none', ...options, directory });
  afterwards(() => store.close?.());
  return Object.assign(store, { directory });
}
