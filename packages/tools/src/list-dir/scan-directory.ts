import { digestName, type Pace, SpillwayError } from '@spillway/core';
import { openNames } from '../roots/name-token.ts';
import type { OpenDirectory } from '../roots/roots.ts';
import { compareEntries, type ListEntry, toKey } from './list-entry.ts';
import { Smallest } from './smallest.ts';

/** An open directory, as far as it is scanned. */
export type ScannedDirectory = Omit<OpenDirectory, 'found'>;

/** What one pass over a directory found. */
export interface Scan {
  /** The entries behind `after`, in order, as many as were asked for. */
  readonly entries: readonly ListEntry[];
  /** Entries up to and with `after`. */
  readonly skipped: number;
  readonly total: number;
  /** Directories that could not be opened. */
  readonly unreadable: number;
}

/** What is scanned, and how. */
export interface ScanOptions {
  /** 1: the entries of the directory itself. */
  readonly depth: number;
  readonly pace: Pace;
}

/**
 * Reads a directory once, in the order of the system, and keeps the entries that come next in the order of a listing.
 *
 * Contract: memory for `limit` entries and a descriptor for each level; does not follow links. An unreadable directory
 * below is counted, not thrown.
 * @throws SpillwayError `aborted`; errors of the system for the directory itself.
 */
export async function scanDirectory(
  directory: ScannedDirectory,
  options: ScanOptions & { readonly after?: Buffer; readonly limit: number },
): Promise<Scan> {
  const { after, limit } = options;
  const smallest = new Smallest<ListEntry>(limit, compareEntries);
  let skipped = 0;
  let total = 0;
  let unreadable = 0;
  await visit(directory, options, {
    onEntry(key) {
      total++;
      const entry = { key, isUnreadable: false };
      if (after !== undefined && Buffer.compare(key, after) <= 0) skipped++;
      else smallest.add(entry);
      return entry;
    },
    onUnreadable() {
      unreadable++;
    },
  });
  return { entries: smallest.toSorted(), skipped, total, unreadable };
}

/**
 * Finds the last of some entries that is still there.
 *
 * Contract: `digests` are of keys, the one to be found first. Reads the directory once.
 * @throws SpillwayError `source-changed` where none is left.
 */
export async function findLast(
  directory: ScannedDirectory,
  options: ScanOptions,
  digests: readonly number[],
): Promise<Buffer> {
  let best = digests.length;
  let found: Buffer | undefined;
  await visit(directory, options, {
    onEntry(key) {
      const at = digests.indexOf(digestName(key));
      if (at >= 0 && at < best) {
        best = at;
        found = key;
      }
      return { key, isUnreadable: false };
    },
    onUnreadable() {},
  });
  if (found !== undefined) return found;
  throw new SpillwayError({
    code: 'source-changed',
    message: 'the entries at which the page ended are gone',
    modelText: 'The entries at which the last page ended were removed since. List again without a cursor.',
    facts: { change: 'edited' },
  });
}

interface Visitor {
  onEntry(key: Buffer): ListEntry;
  onUnreadable(): void;
}

async function visit(
  directory: ScannedDirectory,
  { depth, pace }: ScanOptions,
  visitor: Visitor,
  above?: Buffer,
): Promise<void> {
  for await (const item of await openNames(directory.reach)) {
    const entry = visitor.onEntry(toKey(above, item.name));
    if (pace.isDue()) await pace.rest();
    if (depth === 1 || !item.isDirectory()) continue;
    const child = await openChild(directory, item.name);
    if (child === 'no directory') continue;
    if (child === 'unreadable') {
      entry.isUnreadable = true;
      visitor.onUnreadable();
      continue;
    }
    try {
      await visit(child, { depth: depth - 1, pace }, visitor, entry.key);
    } finally {
      await child.close();
    }
  }
}

/** A directory that went meanwhile, or that something else has taken the place of, is none. */
async function openChild(
  directory: ScannedDirectory,
  name: Buffer,
): Promise<ScannedDirectory | 'no directory' | 'unreadable'> {
  try {
    return await directory.openChild(name);
  } catch (error) {
    const isGone = SpillwayError.isInstance(error) && error.code === 'source-missing';
    return isGone ? 'no directory' : 'unreadable';
  }
}
