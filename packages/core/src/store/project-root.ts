import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** A project: a path to name it by, and a path that is the same from wherever it is looked at. */
export interface ProjectRoot {
  readonly name: string;
  readonly identity: string;
}

/**
 * Finds the project that a folder belongs to, without running git.
 *
 * Contract: `folder` is absolute and without links. A repository is known by its common directory, which all its
 * worktrees share; a submodule is a project of its own.
 */
export function findProjectRoot(folder: string): ProjectRoot | undefined {
  return findUpwards(folder, gitRoot) ?? findUpwards(folder, configuredRoot);
}

function gitRoot(folder: string): ProjectRoot | undefined {
  const gitFolder = gitFolderOf(join(folder, '.git'), folder);
  if (gitFolder === undefined) return undefined;
  const shared = readLine(join(gitFolder, 'commondir'));
  const identity = realpathOr(shared === undefined ? gitFolder : resolve(gitFolder, shared));
  const isPlain = basename(identity) === '.git';
  return { name: isPlain ? dirname(identity) : identity.replace(/\.git$/, ''), identity };
}

/** `.git` is a folder, or a file that names one: in a worktree and in a submodule. */
function gitFolderOf(path: string, folder: string): string | undefined {
  const kind = kindOf(path);
  if (kind === 'folder') return kindOf(join(path, 'HEAD')) === 'file' ? path : undefined;
  const named = kind === 'file' ? /^gitdir: (.+)$/.exec(readLine(path) ?? '')?.[1] : undefined;
  const target = named === undefined ? undefined : resolve(folder, named);
  return target !== undefined && kindOf(target) === 'folder' ? target : undefined;
}

function configuredRoot(folder: string): ProjectRoot | undefined {
  return kindOf(join(folder, 'spillway.json')) === 'file' ? { name: folder, identity: folder } : undefined;
}

function findUpwards<T>(start: string, look: (folder: string) => T | undefined): T | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const found = look(folder);
    if (found !== undefined || folder === dirname(folder)) return found;
  }
}

function kindOf(path: string): 'file' | 'folder' | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  return stats.isDirectory() ? 'folder' : 'file';
}

function readLine(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').split('\n')[0]?.trim();
  } catch {
    return undefined;
  }
}

function realpathOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
