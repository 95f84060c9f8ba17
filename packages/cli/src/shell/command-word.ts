import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { isExecutable } from '@spillway/core/process';

/** What decides how this program is called from a shell. */
export interface Invocation {
  /** The script that runs, as Node was given it. */
  readonly script: string;
  readonly execPath: string;
  /** The value of `PATH`. */
  readonly path: string | undefined;
}

const NAME = 'spillway';

/**
 * Finds the words that start this very program from any directory, in any shell of the same user.
 *
 * Contract: `['spillway']` when the first `spillway` on PATH is this script; otherwise the script's absolute path, with
 * Node in front of it when the script cannot be executed.
 */
export function findCommandWords(invocation: Invocation): readonly string[] {
  const own = realpathOf(invocation.script);
  if (own === undefined || isFirstOnPath(own, invocation.path ?? '')) return [NAME];
  return isExecutable(own) ? [own] : [invocation.execPath, own];
}

function isFirstOnPath(own: string, path: string): boolean {
  for (const folder of path.split(delimiter)) {
    const candidate = join(folder, NAME);
    if (!isExecutable(candidate)) continue;
    // A relative folder means something else in every directory, so what it holds cannot be named from all of them.
    if (!isAbsolute(folder) || realpathOf(candidate) !== own) return false;
    // npm and npx add these folders for what they run; the shell in which the command is repeated does not have them.
    if (!folder.endsWith(join('node_modules', '.bin'))) return true;
  }
  return false;
}

function realpathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
