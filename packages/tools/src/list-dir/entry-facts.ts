import { lstat, stat } from 'node:fs/promises';
import { kindOfFile, SpillwayError } from '@spillway/core';
import { formatPathPart } from '../roots/path-text.ts';
import type { Roots } from '../roots/roots.ts';
import { joinPath } from '../roots/walk-path.ts';
import { type EntryFacts, type EntryKind, type ListEntry, namesOf } from './list-entry.ts';

/** Tells what a link leads to, where it may be looked at. */
export type LinkTarget = (names: readonly Buffer[]) => Promise<Pick<EntryFacts, 'target' | 'byteLength'>>;

/**
 * Asks the system what an entry is.
 *
 * Contract: never throws: what vanished meanwhile, or is not told, is a kind of its own. Looks at the entry itself, not
 * through a link; what that leads to is `linkTarget`'s to tell.
 */
export async function readEntryFacts(reach: string, { key }: ListEntry, linkTarget: LinkTarget): Promise<EntryFacts> {
  const names = namesOf(key);
  try {
    const stats = await lstat(names.reduce(joinPath, Buffer.from(reach)), { bigint: true });
    if (stats.isFile()) return { kind: 'file', byteLength: Number(stats.size) };
    if (!stats.isSymbolicLink()) return { kind: kindOfFile(stats) as EntryKind };
    return { kind: 'link', ...(await linkTarget(names)) };
  } catch (error) {
    return { kind: (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'vanished' : 'unknown' };
  }
}

/** Follows links wherever they lead: for a listing that no roots confine. */
export function followLinks(reach: string): LinkTarget {
  return async (names) => {
    try {
      const stats = await stat(names.reduce(joinPath, Buffer.from(reach)), { bigint: true });
      if (stats.isFile()) return { target: 'file', byteLength: Number(stats.size) };
      return { target: kindOfFile(stats) as EntryKind };
    } catch {
      return { target: 'missing' };
    }
  };
}

/**
 * Follows links below a directory, `shown` as answers show it, where they stay in the roots and lead to what may be
 * read.
 */
export function linksInRoots(roots: Roots, shown: string): LinkTarget {
  return async (names) => {
    try {
      return { target: (await roots.find([shown, ...names.map(formatPathPart)].join('/'))).kind };
    } catch (error) {
      if (!SpillwayError.isInstance(error)) throw error;
      if (error.code === 'source-missing') return { target: 'missing' };
      if (error.code === 'path-refused') return { target: 'outside' };
      const { kind } = error.facts;
      return kind === undefined ? {} : { target: kind as EntryKind };
    }
  };
}
