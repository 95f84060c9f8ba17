import { type BigIntStats, realpathSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { SpillwayError } from '@spillway/core';
import type { Root } from './roots.ts';

/** A root as it is asked for. */
export interface RootSpec {
  /** 1 to 64 letters, digits, `.`, `_` and `-`; not `.` or `..`. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

/** What must not become a root by accident, below the home folder. */
const sensitiveFolders = ['', '.claude', '.codex', '.gemini', '.ssh'];
const nameForm = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/;

/**
 * Resolves the folders that are to be roots.
 *
 * Contract: each exists, is a directory, and has a name of its own. One that is or contains the home folder or the
 * settings of an agent in it, by path or by device and inode, is refused unless `allowSensitive`.
 * @throws SpillwayError `setting-invalid` with the fact `root`, and `option` where one would allow it.
 */
export function checkRoots(
  specs: readonly RootSpec[],
  options: { readonly allowSensitive?: boolean; readonly home?: string },
): readonly Root[] {
  const homes = options.home === undefined ? [homedir(), userInfo().homedir] : [options.home];
  const names = new Set<string>();
  return specs.map((spec) => {
    if (!nameForm.test(spec.name)) throw invalid(spec, 'a name has 1 to 64 letters, digits, dots, _ and -');
    if (names.has(spec.name)) throw invalid(spec, 'another root has this name');
    names.add(spec.name);
    if (!isAbsolute(spec.path)) throw invalid(spec, 'its path is not absolute');
    const path = resolveDirectory(spec);
    const inside = options.allowSensitive === true ? undefined : findSensitive(path, homes);
    if (inside === undefined) return { name: spec.name, path };
    throw invalid(
      spec,
      `it ${inside === path ? 'is' : 'contains'} ${inside}, where keys and the settings of agents lie; ` +
        'name a folder further down, or allow it with allowSensitive',
      { option: 'allowSensitive' },
    );
  });
}

/** Resolves a folder that need not exist yet, as far as it does. */
export function resolveAsFarAsExists(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync.native(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(resolveAsFarAsExists(parent), absolute.slice(parent.length));
  }
}

function resolveDirectory(spec: RootSpec): string {
  let path: string;
  let stats: BigIntStats;
  try {
    path = realpathSync.native(spec.path);
    stats = statSync(path, { bigint: true });
  } catch (cause) {
    throw invalid(spec, `it cannot be opened (${(cause as NodeJS.ErrnoException).code ?? 'unknown error'})`, { cause });
  }
  if (!stats.isDirectory()) throw invalid(spec, 'it is not a directory');
  return path;
}

/** The sensitive folder that a root is or contains. */
function findSensitive(root: string, homes: readonly string[]): string | undefined {
  const rootId = identify(root);
  for (const home of homes) {
    for (const folder of sensitiveFolders) {
      const path = resolveAsFarAsExists(join(home, folder));
      if (ancestors(path).some((above) => above === root || (rootId !== undefined && identify(above) === rootId))) {
        return path;
      }
    }
  }
  return undefined;
}

/** A path and all folders above it. */
function ancestors(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...ancestors(parent)];
}

function identify(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? undefined : `${stats.dev}:${stats.ino}`;
}

function invalid(
  { name, path }: RootSpec,
  why: string,
  { cause, option }: { readonly cause?: unknown; readonly option?: string } = {},
): SpillwayError {
  return new SpillwayError({
    code: 'setting-invalid',
    message: `the root ${JSON.stringify(name)} (${path}) is refused: ${why}`,
    facts: { root: name, ...(option !== undefined && { option }) },
    ...(cause !== undefined && { cause }),
  });
}
