import { createPace, SpillwayError } from '@spillway/core';
import type { FoundPath, Roots } from '../../roots/roots.ts';
import { type FilesRequest, leftOutFolders } from '../files-request.ts';
import { type FilesContext, nameFile } from '../open-search-file.ts';
import type { SearchFile } from '../search-file.ts';
import type { SkipLog } from '../skipped-files.ts';
import { type BytePath, joinBytePaths, toBytePath, toText } from './byte-path.ts';
import { compileGlob, type Glob } from './glob.ts';
import { type Look, lookAtFile } from './look-at-file.ts';
import { type WalkRules, walkFiles } from './walk-files.ts';

/** The files that a request asks for. */
export interface SearchScope {
  /** What it is called in answers. */
  readonly title: string;
  /** Whether a file was named, so that nothing chooses among files. */
  readonly isOneFile: boolean;
  /** Goes over the files in their order; may be done once. */
  files(skips: SkipLog, signal?: AbortSignal): AsyncIterable<SearchFile>;
  /** Folders that were not gone into for their names, so far. */
  readonly leftOutFolders: number;
  /** Files without a byte, so far: they are searched by a look at them. */
  readonly emptyFiles: number;
}

const keyFile: Look = { kind: 'skipped', reason: 'named as a private key' };

/** A folder or file to begin with. */
interface Start {
  readonly rootPath: BytePath;
  readonly path: BytePath;
  readonly kind: FoundPath['kind'];
}

/**
 * Finds what a request asks to search.
 *
 * Contract: a file that is named is searched whatever it is; in a folder, what the request leaves out is passed over, and
 * what cannot be searched is told to the log.
 * @throws SpillwayError `request-invalid` for a glob; as `Roots.find`, and for a file that is named as `Roots.openFile`.
 */
export async function findScope(context: FilesContext, request: FilesRequest): Promise<SearchScope> {
  const { roots, nameOf = (shown) => shown } = context;
  const found = request.path === undefined ? undefined : await roots.find(request.path);
  if (found?.kind === 'file') await (await roots.openFile(found.shown)).file.close();
  const starts = found === undefined ? allRoots(roots) : [startOf(found)];
  const filterOf = compileFilter(request);
  let leftOut = 0;
  let empty = 0;
  return {
    title: nameOf(found?.shown ?? (roots.all.length === 1 ? (roots.all[0]?.name ?? '') : 'all roots')),
    isOneFile: found?.kind === 'file',
    get leftOutFolders(): number {
      return leftOut;
    },
    get emptyFiles(): number {
      return empty;
    },
    async *files(skips, signal) {
      const pace = createPace(signal);
      for (const start of starts) {
        const skip = (path: BytePath, reason: string): void =>
          skips.add(reason, () => nameFile(context, { rootPath: start.rootPath, path }));
        const isExcluded = filterOf(nameFile(context, start));
        const rules = { ...rulesOf(request), isExcluded, isRefused: refusedIn(roots, start, starts.length > 1) };
        const events = { onSkipped: skip, onLeftOut: () => leftOut++ };
        const paths = start.kind === 'file' ? [start.path] : walkFiles(start.rootPath, start.path, rules, events, pace);
        const isNamed = start.kind === 'file';
        const look = { takesBinary: isNamed, takesCompressed: isNamed || request.compressed === true };
        for await (const path of paths) {
          const bytes = Buffer.from(joinBytePaths(start.rootPath, path), 'latin1');
          const isKey = roots.isKeyName(bytes) && (await isRefusedKey(roots, bytes));
          const seen = isKey ? keyFile : lookAtFile(start.rootPath, path, look);
          if (seen.kind === 'skipped') skip(path, seen.reason);
          else if (seen.kind === 'file') yield seen.file;
          else empty++;
          if (pace.isDue()) await pace.rest();
        }
      }
    },
  };
}

/** Tells of a file that is named like a key whether it is one: its content decides. */
async function isRefusedKey(roots: Roots, path: Buffer): Promise<boolean> {
  try {
    await (await roots.openFile(roots.show(path) ?? '')).file.close();
    return false;
  } catch (error) {
    return SpillwayError.isInstance(error) && error.code === 'key-refused';
  }
}

function allRoots(roots: Roots): Start[] {
  const sorted = [...roots.all].sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
  return sorted.map(({ path }) => ({ rootPath: toBytePath(path), path: '', kind: 'directory' }));
}

function startOf({ root, path, kind }: FoundPath): Start {
  const rootPath = toBytePath(root.path);
  return { rootPath, path: toBytePath(path).slice(rootPath.length).replace(/^\//, ''), kind };
}

function rulesOf(request: FilesRequest): Pick<WalkRules, 'skipHidden' | 'respectGitignore' | 'leftOut'> {
  return {
    skipHidden: request.skipHidden === true,
    respectGitignore: request.respectGitignore === true,
    leftOut: request.allFolders === true ? [] : leftOutFolders,
  };
}

/** Folders of the store; and, where all roots are searched, roots inside a root, which are searched by themselves. */
function refusedIn(roots: Roots, start: Start, areAllSearched: boolean): (path: BytePath) => boolean {
  const inner = areAllSearched ? roots.all.map(({ path }) => toBytePath(path)) : [];
  const folders = new Set([...roots.denied.map(toBytePath), ...inner]);
  folders.delete(start.rootPath);
  return folders.size === 0 ? () => false : (path) => folders.has(joinBytePaths(start.rootPath, path));
}

/** A glob begins at the folder that is searched, or, as answers show files, with that folder's own path. */
function compileFilter({ include = [], exclude = [] }: FilesRequest): (folder: string) => WalkRules['isExcluded'] {
  const wanted = include.map(compileGlob);
  const unwanted = exclude.map(compileGlob);
  if (wanted.length + unwanted.length === 0) return () => () => false;
  return (folder) => (path, isDirectory) => {
    const text = toText(path) ?? Buffer.from(path, 'latin1').toString();
    const isNamed = (glob: Glob): boolean => glob.matches(text) || glob.matches(`${folder}/${text}`);
    if (unwanted.some((glob) => (isDirectory || !glob.isForDirectories) && isNamed(glob))) return true;
    return !isDirectory && wanted.length > 0 && !wanted.some(isNamed);
  };
}
