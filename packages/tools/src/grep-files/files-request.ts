import { digestQuery, type Pattern } from '@spillway/core';

/** What to search for, and in which files. */
export interface FilesRequest extends Pattern {
  /** A folder or a file, as answers show it; absent for all roots. */
  readonly path?: string;
  /** Globs of which a file's path has to match one. */
  readonly include?: readonly string[];
  /** Globs that leave out files and folders. */
  readonly exclude?: readonly string[];
  /** Leave out what begins with a dot. */
  readonly skipHidden?: boolean;
  /** Leave out what `.gitignore` files name. */
  readonly respectGitignore?: boolean;
  /** Go into `.git` and `node_modules` too. */
  readonly allFolders?: boolean;
  /** Search what gzip and zstd files hold. */
  readonly compressed?: boolean;
  /** Lines shown before and after each match. */
  readonly contextLines?: number;
  /** Counts for each file, and no line. */
  readonly countOnly?: boolean;
  /** Where an earlier answer ended; all that decides what is found must be the same. */
  readonly cursor?: string;
}

/** Folders that are left out unless `allFolders` is set. */
export const leftOutFolders: readonly string[] = ['.git', 'node_modules'];

/** Identifies a search, so that a cursor goes on with the same one. Contract: how it is shown does not count. */
export function digestFilesRequest(request: FilesRequest): number {
  const { cursor: _, contextLines: __, countOnly: ___, ...rest } = request;
  const fields = Object.entries(rest).filter(([, value]) => value !== undefined && value !== false);
  return digestQuery(JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1))));
}
