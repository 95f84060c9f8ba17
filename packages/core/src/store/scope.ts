import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, resolve } from 'node:path';
import { encodeBase32 } from '../handle/crockford.ts';
import { findProjectRoot } from './project-root.ts';

/** The scope of what is run outside any project. */
const userScope = 'user';

/**
 * Returns the scope that everything run in one project by one user shares.
 *
 * Contract: `SPILLWAY_SCOPE` decides where it is set and not blank. Else the project is the repository of git, the same
 * from all its worktrees, else the folder of the nearest `spillway.json` upwards, else there is none and the scope is
 * `user`. A project's scope is its name in `a-z 0-9 -` and eight characters of a digest of user and root: readable,
 * safe as a file name and as a word on a command line.
 */
export function defaultScope(
  options: { cwd?: string; env?: Readonly<Record<string, string | undefined>> } = {},
): string {
  const chosen = (options.env ?? process.env).SPILLWAY_SCOPE?.trim();
  if (chosen) return chosen;
  const folder = existingFolder(options.cwd);
  const root = folder === undefined ? undefined : findProjectRoot(folder);
  return root === undefined ? userScope : projectScope(root);
}

function projectScope(root: { name: string; identity: string }): string {
  const name = basename(root.name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 32)
    .replace(/^-+|-+$/g, '');
  const digest = createHash('sha256').update(`${userName()}\0${root.identity}`).digest();
  return `${name || 'project'}-${encodeBase32(digest.subarray(0, 5))}`;
}

/** A working directory that was removed belongs to no project. */
function existingFolder(cwd: string | undefined): string | undefined {
  try {
    return realpathSync(resolve(cwd ?? process.cwd()));
  } catch {
    return undefined;
  }
}

/** A user without an entry in the system's list has a number. */
function userName(): string {
  try {
    const { uid, username } = userInfo();
    return uid >= 0 ? String(uid) : username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}
