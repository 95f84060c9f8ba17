import { randomBytes } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { lstat, opendir, unlink } from 'node:fs/promises';

const form = /^\.spillway-[0-9a-f]{12}\.tmp$/;
/** A write takes seconds; what is older was left behind by a process that was killed. */
const staleMs = 3_600_000;
const maxKnown = 256;

/** Folders that were looked through, by device and inode. */
const known = new Set<string>();

/** Makes a name for a file that is to take the place of another one in its folder. */
export function temporaryName(): Buffer {
  return Buffer.from(`.spillway-${randomBytes(6).toString('hex')}.tmp`);
}

/**
 * Removes what killed processes left in a folder.
 *
 * Contract: looks through a folder once in the life of the process; leaves what is younger than an hour, and what it
 * cannot remove. Never throws.
 */
export async function removeStale(folder: Buffer, { dev, ino }: Pick<BigIntStats, 'dev' | 'ino'>): Promise<void> {
  const key = `${dev}:${ino}`;
  if (known.has(key)) return;
  if (known.size >= maxKnown) known.clear();
  known.add(key);
  try {
    for await (const entry of await opendir(folder as unknown as string, { encoding: 'latin1', bufferSize: 256 })) {
      if (!entry.isFile() || !form.test(entry.name)) continue;
      const path = Buffer.concat([folder, Buffer.from(`/${entry.name}`)]);
      if (Date.now() - (await lstat(path)).mtimeMs > staleMs) await unlink(path);
    }
  } catch {
    // What was left behind harms nobody.
  }
}
