import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the work tree. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Returns the path of a program that a benchmark runs.
 *
 * @param {string} name
 */
export const program = (name) => join(root, 'bench/programs', name);

/**
 * Runs `work` with a new folder and removes it afterwards. On the disk of the work tree: a temporary folder may be
 * memory, and what is measured writes gigabytes.
 *
 * @template T
 * @param {(folder: string) => Promise<T>} work
 */
export async function withScratch(work) {
  const folder = mkdtempSync(join(root, 'node_modules/.cache/spillway-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
