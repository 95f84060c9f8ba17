import { lstatSync, type Stats } from 'node:fs';
import { errnoOf } from '../../../system/errno.ts';
import { chargedBytes, objectNames } from '../disk/layout.ts';
import type { SecureDirectory } from '../disk/secure-directory.ts';
import { maxInlineLineBytes } from './line-file.ts';

/** What the folder of a stored result says of it without being read. */
export interface ObjectStats {
  /** Bytes stored. */
  readonly byteLength: number;
  /** Bytes charged against the quota. */
  readonly charged: number;
  readonly createdAt: number;
  /** When the content was last produced; its age counts from here. */
  readonly usedAt: number;
}

/*
 * Asked of every result in a store, one after the other, in a directory that was opened just before: a call that does
 * not wait costs a sixth of one that does, and a file system that does not answer is met before, where it blocks nobody.
 */

/**
 * Measures a stored result by name, or nothing when it is not there.
 *
 * Contract: `createdAt` is the time of change of its metadata file and `usedAt` that of its data file, both set by the
 * store. A folder that lost its files is measured as empty, as old as itself, so that it ages like any other.
 */
export function measureObject(parent: SecureDirectory, name: string): ObjectStats | undefined {
  const data = statsOf(parent.at(name, objectNames.data));
  const meta = data && statsOf(parent.at(name, objectNames.meta));
  if (data === undefined || meta === undefined) return measureRemains(parent.at(name));
  const lines = data.size > maxInlineLineBytes ? (statsOf(parent.at(name, objectNames.lines))?.size ?? 0) : 0;
  return {
    byteLength: data.size,
    charged: chargedBytes({ data: data.size, lines, meta: meta.size }),
    createdAt: Math.round(meta.mtimeMs),
    usedAt: Math.round(data.mtimeMs),
  };
}

/** Returns when a result was stored, or nothing when it is not there. Contract: as `measureObject`, at half its cost. */
export function readCreatedAt(parent: SecureDirectory, name: string): number | undefined {
  const meta = statsOf(parent.at(name, objectNames.meta));
  return meta === undefined ? measureRemains(parent.at(name))?.createdAt : Math.round(meta.mtimeMs);
}

/** Tells whether a stored result is pinned. */
export function isPinned(parent: SecureDirectory, name: string): boolean {
  return statsOf(parent.at(name, objectNames.pinned)) !== undefined;
}

function measureRemains(folder: string): ObjectStats | undefined {
  const stats = statsOf(folder);
  if (stats === undefined) return undefined;
  const at = Math.round(stats.mtimeMs);
  return { byteLength: 0, charged: chargedBytes({ data: 0, lines: 0, meta: 0 }), createdAt: at, usedAt: at };
}

/** What lies under a file or a link that stands in a folder's place is not there either. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}
