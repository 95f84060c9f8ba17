import { stat } from 'node:fs/promises';
import { digestName } from '@spillway/core';
import { findLast, type Scan, type ScannedDirectory, type ScanOptions, scanDirectory } from './scan-directory.ts';

/** What comes next in a listing. */
export interface Window extends Scan {
  /** The entry behind which it begins. */
  readonly after?: Buffer;
}

/** A listing whose pages are asked for one after the other. */
export interface ScanMemory {
  /**
   * Returns the entries behind the last of `digests` that is still there, or the first ones.
   *
   * Contract: at least `limit`, where there are so many; two passes over the directory, or none while it is unchanged.
   */
  window(directory: ScannedDirectory, options: ScanOptions, digests: readonly number[], limit: number): Promise<Window>;
}

interface Remembered {
  readonly state: string;
  readonly window: Window;
  /** Where each entry stands in the window, by `digestName` of its key. */
  readonly places: ReadonlyMap<number, number>;
}

/** Names that are kept for the pages that follow: one to two megabytes. */
const keptEntries = 8_192;

/** A file system may keep times this coarsely, so that a younger change cannot be told from the next one. */
const coarseTimeMs = 2_000;

/**
 * Creates the memory of a listing: the last window of it.
 *
 * Contract: holds at most 8,192 entries, or those of one page where that has more. They serve again only while the
 * directory is the same and was not changed; with a depth never.
 */
export function createScanMemory(): ScanMemory {
  let remembered: Remembered | undefined;
  return {
    async window(directory, options, digests, limit) {
      const state = options.depth === 1 ? await stateOf(directory) : '';
      if (state !== '' && remembered?.state === state) {
        const rest = restOf(remembered, digests, limit);
        if (rest !== undefined) return rest;
      }
      const known = state !== '' && remembered?.state === state ? keyOf(remembered, digests[0]) : undefined;
      const after = known ?? (digests.length === 0 ? undefined : await findLast(directory, options, digests));
      const scan = await scanDirectory(directory, {
        ...options,
        limit: Math.max(limit, state === '' ? 0 : keptEntries),
        ...(after !== undefined && { after }),
      });
      const window = { ...scan, ...(after !== undefined && { after }) };
      const places = new Map(state === '' ? [] : window.entries.map(({ key }, at) => [digestName(key), at]));
      remembered = state === '' ? undefined : { state, window, places };
      return window;
    },
  };
}

/** The entry in a window that a digest is of. */
function keyOf({ window, places }: Remembered, digest: number | undefined): Buffer | undefined {
  const at = digest === undefined ? undefined : places.get(digest);
  return at === undefined ? undefined : window.entries[at]?.key;
}

/** The part of a window behind an entry in it, where that has all that is asked for. */
function restOf({ window, places }: Remembered, digests: readonly number[], limit: number): Window | undefined {
  const [last] = digests;
  const { entries, after, skipped, total } = window;
  const isStart = last === undefined ? after === undefined : after !== undefined && digestName(after) === last;
  const at = isStart ? -1 : last === undefined ? undefined : places.get(last);
  if (at === undefined) return undefined;
  const rest = entries.slice(at + 1);
  if (rest.length < limit && skipped + entries.length < total) return undefined;
  const key = at < 0 ? after : entries[at]?.key;
  return { ...window, entries: rest, skipped: skipped + at + 1, ...(key !== undefined && { after: key }) };
}

/** What tells a directory from itself after a change; empty where it was changed just now. */
async function stateOf({ identity, reach }: ScannedDirectory): Promise<string> {
  const { mtimeNs, ctimeNs, ctimeMs } = await stat(reach, { bigint: true });
  return Number(ctimeMs) > Date.now() - coarseTimeMs ? '' : `${identity}:${mtimeNs}:${ctimeNs}`;
}
