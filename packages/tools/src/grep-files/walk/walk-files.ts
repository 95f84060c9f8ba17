import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { kindOfFile, type Pace } from '@spillway/core';
import { systemReason } from '../skip-reason.ts';
import { type BytePath, joinBytePaths, toSystemPath } from './byte-path.ts';
import { type IgnoreRules, isIgnored, readIgnoreRules } from './ignore-rules.ts';

/** Which entries of a folder are gone into. */
export interface WalkRules {
  readonly skipHidden: boolean;
  readonly respectGitignore: boolean;
  /** Names of folders that are left out wherever they are. */
  readonly leftOut: readonly string[];
  /** Decides on a path relative to where the walk began. */
  isExcluded(path: BytePath, isDirectory: boolean): boolean;
  /** Decides on a path relative to the root: what is refused is passed over without a word. */
  isRefused(path: BytePath): boolean;
}

/** Hears of what a walk does not go into. Paths are relative to the root. */
export interface WalkEvents {
  onSkipped(path: BytePath, reason: string): void;
  /** A folder was left out for its name. */
  onLeftOut(path: BytePath): void;
}

/** Where a walk is and what it stands on. */
interface Walk {
  readonly rootPath: BytePath;
  readonly top: BytePath;
  readonly rules: WalkRules;
  readonly events: WalkEvents;
  readonly pace: Pace;
}

/**
 * Goes over the plain files in a folder, in the order of their paths, byte by byte.
 *
 * Contract: yields paths relative to the root. No link is followed. Holds the names of one folder and of those above it.
 * @throws SpillwayError `aborted`.
 */
export async function* walkFiles(
  rootPath: BytePath,
  top: BytePath,
  rules: WalkRules,
  events: WalkEvents,
  pace: Pace,
): AsyncGenerator<BytePath, void, void> {
  yield* walkFolder({ rootPath, top, rules, events, pace }, top, []);
}

async function* walkFolder(
  walk: Walk,
  folder: BytePath,
  above: readonly IgnoreRules[],
): AsyncGenerator<BytePath, void, void> {
  const { rules, events, pace } = walk;
  const entries = await readFolder(walk, folder);
  const own = rules.respectGitignore ? readIgnoreRules(walk.rootPath, folder) : undefined;
  const ignore = own === undefined ? above : [...above, own];
  for (const entry of entries) {
    if (pace.isDue()) await pace.rest();
    const path = joinBytePaths(folder, entry.name);
    const isDirectory = entry.isDirectory();
    if (isPassedOver(walk, path, entry, ignore)) continue;
    if (isDirectory) yield* walkFolder(walk, path, ignore);
    else if (entry.isFile()) yield path;
    else events.onSkipped(path, kindOfEntry(entry));
  }
}

function isPassedOver(walk: Walk, path: BytePath, entry: Dirent, ignore: readonly IgnoreRules[]): boolean {
  const { rules, events, top } = walk;
  const isDirectory = entry.isDirectory();
  if (rules.skipHidden && entry.name.startsWith('.')) return true;
  if (isDirectory && rules.leftOut.includes(entry.name)) {
    events.onLeftOut(path);
    return true;
  }
  const fromTop = top === '' ? path : path.slice(top.length + 1);
  return rules.isExcluded(fromTop, isDirectory) || isIgnored(ignore, path, isDirectory) || rules.isRefused(path);
}

/** A folder's entries in the order of the paths below them: a directory stands where its slash puts it. */
async function readFolder(walk: Walk, folder: BytePath): Promise<Dirent[]> {
  try {
    const options = { withFileTypes: true, encoding: 'latin1' } as const;
    const entries = await readdir(toSystemPath(joinBytePaths(walk.rootPath, folder)), options);
    const keyed = entries.map((entry) => ({ entry, key: entry.isDirectory() ? `${entry.name}/` : entry.name }));
    return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ entry }) => entry);
  } catch (error) {
    walk.events.onSkipped(folder, systemReason(error));
    return [];
  }
}

function kindOfEntry(entry: Dirent): string {
  return entry.isSymbolicLink() ? 'symbolic link' : kindOfFile(entry);
}
