import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Sums what a folder occupies: whole blocks, as the disk counts, and never less than the files' sizes. */
export function diskUsage(folder: string): number {
  let total = 0;
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    total += stats.isDirectory() ? diskUsage(path) : Math.max(stats.size, stats.blocks * 512);
  }
  return total;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
