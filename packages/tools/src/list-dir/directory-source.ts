import type { Pace } from '@spillway/core';
import type { ListSource } from './answer-listing.ts';
import { type LinkTarget, readEntryFacts } from './entry-facts.ts';
import type { ScannedDirectory } from './scan-directory.ts';
import type { ScanMemory } from './scan-memory.ts';

/** How a directory is listed. */
export interface DirectoryListing {
  /** Levels to list; 1 is the directory alone. */
  readonly depth: number;
  readonly memory: ScanMemory;
  readonly linkTarget: LinkTarget;
  readonly pace: Pace;
}

/** Lists an open directory. */
export function directorySource(directory: ScannedDirectory, listing: DirectoryListing): ListSource {
  return {
    identity: `${directory.identity}\0${listing.depth}`,
    window: (digests, limit) => listing.memory.window(directory, listing, digests, limit),
    look: (entry) => readEntryFacts(directory.reach, entry, listing.linkTarget),
  };
}
