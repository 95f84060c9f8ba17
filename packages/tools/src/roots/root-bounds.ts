import type { Root } from './roots.ts';

/** A folder in bytes, without a slash at its end: the file system's own root is empty. */
export interface Folder<Of = undefined> {
  readonly path: Buffer;
  readonly of: Of;
}

/** Decides by the path alone what lies where. All paths are absolute, in bytes, and without links. */
export interface RootBounds {
  /** The innermost root that a path is, or lies in. */
  rootOf(path: Buffer): Folder<Root> | undefined;
  /** Whether a root lies below: such a path may be passed through, and is not looked at. */
  isAboveRoot(path: Buffer): boolean;
  /** Whether a path is, or lies in, a folder that is refused. */
  isDenied(path: Buffer): boolean;
}

/** Creates the bounds of roots, less the denied folders. */
export function createRootBounds(roots: readonly Root[], denied: readonly string[]): RootBounds {
  const innermostFirst = roots
    .map((root) => ({ path: toFolderPath(root.path), of: root }))
    .sort((a, b) => b.path.length - a.path.length);
  const deniedPaths = denied.map(toFolderPath);
  return {
    rootOf: (path) => innermostFirst.find((root) => isWithin(path, root.path)),
    isAboveRoot: (path) => innermostFirst.some((root) => isWithin(root.path, path)),
    isDenied: (path) => deniedPaths.some((folder) => isWithin(path, folder)),
  };
}

/** Writes a folder's path in bytes, slashes between its parts and none at its end. */
export function toFolderPath(path: string): Buffer {
  const slashed = process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
  return Buffer.from(slashed.endsWith('/') ? slashed.slice(0, -1) : slashed);
}

/** Tells whether a path is a folder or lies in it. */
function isWithin(path: Buffer, folder: Buffer): boolean {
  if (path.length < folder.length || !path.subarray(0, folder.length).equals(folder)) return false;
  return path.length === folder.length || path[folder.length] === 0x2f;
}
