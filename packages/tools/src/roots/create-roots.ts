import {
  compileKeyPaths,
  type KeyName,
  type KeyPathRules,
  keyNamed,
  openFileSource,
  refuseKeyFile,
  toTitle,
} from '@spillway/core';
import { checkRoots, type RootSpec, resolveAsFarAsExists } from './check-roots.ts';
import { showPath, toFoundPath } from './found-path.ts';
import { locateDescriptor, openCheckedDirectory, wrongKind } from './open-checked.ts';
import { inStore, outside } from './path-errors.ts';
import { type Found, type PathSpace, resolvePath, tellMissing } from './resolve-path.ts';
import { createRootBounds, toFolderPath } from './root-bounds.ts';
import type { FoundPath, OpenDirectory, OpenFile, Root, Roots } from './roots.ts';
import { joinPath } from './walk-path.ts';

/** How roots are made. */
export interface RootsOptions {
  /** Allow a root that is or contains the home folder or the settings of an agent. */
  readonly allowSensitive?: boolean;
  /** Folders inside the roots that are refused all the same: those of the store. They need not exist yet. */
  readonly denied?: readonly string[];
  /**
   * Files that are neither read nor written, whatever they hold, besides those with the usual names of private keys:
   * patterns as in `KeyPathRules`, or a test of absolute paths without links.
   */
  readonly keyPaths?: KeyPathRules | ((path: string) => boolean);
  /** Read files with the names of private keys, too. */
  readonly includeKeys?: boolean;
  /** Default: that of this user. */
  readonly home?: string;
}

/** What the work of roots stands on. */
interface RootsContext extends PathSpace {
  readonly keyNameOf: (path: Uint8Array | string) => KeyName | undefined;
}

/**
 * Creates the folders that tools may look into.
 *
 * Contract: resolved now, once; a folder that is replaced later is noticed when something in it is opened. Costs a call
 * of the system for each part of a path, and no memory for what was found.
 * @throws SpillwayError `setting-invalid` with the fact `root`, for one that cannot or must not be a root.
 */
export function createRoots(specs: readonly RootSpec[], options: RootsOptions = {}): Roots {
  const roots = checkRoots(specs, options);
  const denied = (options.denied ?? []).map(resolveAsFarAsExists);
  const context: RootsContext = {
    roots,
    bounds: createRootBounds(roots, denied),
    aliases: specs.map(({ path }, at) => ({ path: toFolderPath(path), of: roots[at] as Root })),
    keyNameOf: keyNames(options),
  };
  return {
    all: roots,
    denied,
    async find(given) {
      const found = await find(context, given);
      if (found.stats.isFile()) refuseConfigured(context, given, found.path);
      return toFound(found);
    },
    async findPlace(given) {
      const walked = await resolvePath(context, given);
      if (walked.kind === 'missing' && walked.rest.length > 0)
        throw await tellMissing(
          given,
          [walked],
          ['Folders are not made here: make it first, or choose one that is there.'],
        );
      const path = walked.kind === 'missing' ? joinPath(walked.directory, walked.name) : walked.path;
      refuseConfigured(context, given, path);
      return walked.kind === 'missing' ? toFoundPath(path, walked.root, 'missing') : toFound(walked);
    },
    openFile: (given) => openFile(context, given),
    openDirectory: (given) => openDirectory(context, given),
    isKeyName: (path) => context.keyNameOf(path) !== undefined,
    show(path) {
      const bytes = typeof path === 'string' ? toFolderPath(path) : Buffer.from(path);
      const root = context.bounds.rootOf(bytes);
      return root === undefined || context.bounds.isDenied(bytes) ? undefined : showPath(bytes, root);
    },
  };
}

function keyNames({ keyPaths, includeKeys }: RootsOptions): RootsContext['keyNameOf'] {
  if (includeKeys === true) return () => undefined;
  const isPatterns = typeof keyPaths !== 'function';
  const nameOf = compileKeyPaths(isPatterns ? keyPaths : []);
  return (path) => {
    const text = typeof path === 'string' ? path : Buffer.from(path).toString();
    return !isPatterns && keyPaths(text) ? 'configured' : nameOf(text);
  };
}

function refuseConfigured({ keyNameOf }: RootsContext, given: string, path: Buffer): void {
  if (keyNameOf(path) === 'configured') throw keyNamed(toTitle(given), 'configured');
}

async function openFile(context: RootsContext, given: string): Promise<OpenFile> {
  const found = await find(context, given);
  const shown = showPath(found.path, found.root, found.tokens);
  if (!found.stats.isFile()) throw wrongKind(shown, found.stats, 'file');
  refuseConfigured(context, given, found.path);
  const file = await openFileSource(found.path, {
    followLinks: false,
    shown,
    locate: (descriptor, stats) =>
      locateDescriptor(descriptor, stats, found.path, (real) => checkPath(context, given, real)),
  });
  try {
    await refuseKeyFile(file, context.keyNameOf(found.path) ?? context.keyNameOf(file.facts.path), toTitle(given));
  } catch (error) {
    await file.close();
    throw error;
  }
  return { found: toFoundPath(found.path, found.root, 'file', found.tokens), file };
}

async function openDirectory(context: RootsContext, given: string): Promise<OpenDirectory> {
  const { path, root, tokens, stats } = await find(context, given);
  const found = toFoundPath(path, root, 'directory' as const, tokens);
  if (!stats.isDirectory()) throw wrongKind(found.shown, stats, 'directory');
  const opened = await openCheckedDirectory(path, found.shown, (real) => checkPath(context, given, real));
  return { found, ...opened };
}

async function find(context: PathSpace, given: string): Promise<Found> {
  const walked = await resolvePath(context, given);
  if (walked.kind === 'missing') throw await tellMissing(given, [walked]);
  return walked;
}

function toFound({ path, root, tokens, stats }: Found): FoundPath {
  if (stats.isFile()) return toFoundPath(path, root, 'file', tokens);
  if (stats.isDirectory()) return toFoundPath(path, root, 'directory', tokens);
  throw wrongKind(showPath(path, root, tokens), stats, 'file');
}

function checkPath({ bounds, roots }: PathSpace, given: string, path: Buffer): void {
  const names = roots.map(({ name }) => name);
  if (bounds.rootOf(path) === undefined) throw outside(given, names);
  if (bounds.isDenied(path)) throw inStore(given);
}
