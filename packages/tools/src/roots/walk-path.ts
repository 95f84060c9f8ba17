import type { BigIntStats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { findByToken, isNameToken } from './name-token.ts';
import { type PathPart, splitBytes } from './path-text.ts';
import type { Folder, RootBounds } from './root-bounds.ts';
import type { Root } from './roots.ts';

/** Where a path leads. Paths are absolute, in bytes and without links. */
export type Walked =
  | {
      readonly kind: 'found';
      readonly path: Buffer;
      readonly root: Folder<Root>;
      readonly stats: BigIntStats;
      /** Names that were given as tokens, by their bytes as latin1. */
      readonly tokens: ReadonlyMap<string, string>;
    }
  | {
      readonly kind: 'missing';
      /** The last directory on the way that exists. */
      readonly directory: Buffer;
      readonly root: Folder<Root>;
      readonly name: Buffer;
      /** What the path has behind that name. */
      readonly rest: readonly Buffer[];
    }
  | { readonly kind: 'outside' | 'denied' | 'loop' }
  | { readonly kind: 'failed'; readonly cause: unknown };

/** As many as Linux follows. */
const maxLinks = 40;
const slash: Buffer = Buffer.from('/');

/**
 * Follows a path part by part, without ever touching what lies outside the bounds.
 *
 * Contract: `start` is a folder without links. A link is followed where every step of its way is inside a root or only
 * passes above one. One look at the system for each part.
 */
export async function walkPath(bounds: RootBounds, start: Buffer, parts: readonly PathPart[]): Promise<Walked> {
  const pending = [...parts].reverse();
  const tokens = new Map<string, string>();
  let path = start;
  let stats: BigIntStats | undefined;
  let linkCount = 0;
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part.bytes.length === 0 || part.bytes.equals(dot)) continue;
    if (stats !== undefined && !stats.isDirectory()) return { kind: 'failed', cause: { code: 'ENOTDIR' } };
    if (part.bytes.equals(dotDot)) {
      path = path.subarray(0, Math.max(0, path.lastIndexOf(slash)));
      stats = undefined;
      continue;
    }
    const next = await nextPath(bounds, path, part, tokens);
    const root = bounds.rootOf(next);
    if (root === undefined && !bounds.isAboveRoot(next)) return { kind: 'outside' };
    if (bounds.isDenied(next)) return { kind: 'denied' };
    const isKnown = root === undefined || next.length === root.path.length;
    const looked = isKnown ? undefined : await look(next);
    if (looked !== undefined && 'kind' in looked) {
      if (looked.kind === 'failed') return looked;
      const rest = pending.map(({ bytes }) => bytes).filter((bytes) => bytes.length > 0);
      return { kind: 'missing', directory: path, root: root as Folder<Root>, name: part.bytes, rest: rest.reverse() };
    }
    if (looked?.target === undefined) {
      path = next;
      stats = looked?.stats;
      continue;
    }
    linkCount++;
    if (linkCount > maxLinks) return { kind: 'loop' };
    const target = splitBytes(looked.target).map((bytes) => ({ bytes, isQuoted: true }));
    if (looked.target[0] === slash[0]) path = Buffer.alloc(0);
    pending.push(...target.reverse());
  }
  return arrive(bounds, path, stats, tokens);
}

const dot: Buffer = Buffer.from('.');
const dotDot: Buffer = Buffer.from('..');

/** Adds a name to a folder. */
export function joinPath(folder: Buffer, name: Uint8Array): Buffer {
  return Buffer.concat([folder, slash, name]);
}

async function arrive(
  bounds: RootBounds,
  path: Buffer,
  stats: BigIntStats | undefined,
  tokens: ReadonlyMap<string, string>,
): Promise<Walked> {
  const root = bounds.rootOf(path);
  if (root === undefined) return { kind: 'outside' };
  if (bounds.isDenied(path)) return { kind: 'denied' };
  try {
    return { kind: 'found', path, root, stats: stats ?? (await lstat(systemPath(path), { bigint: true })), tokens };
  } catch (cause) {
    return { kind: 'failed', cause };
  }
}

/** Writes a folder's path as the system takes it. */
export function systemPath(path: Buffer): Buffer {
  return path.length === 0 ? slash : path;
}

async function nextPath(
  bounds: RootBounds,
  folder: Buffer,
  part: PathPart,
  tokens: Map<string, string>,
): Promise<Buffer> {
  const text = part.isQuoted ? '' : part.bytes.toString('latin1');
  if (isNameToken(text) && bounds.rootOf(folder) !== undefined) {
    const name = await findByToken(systemPath(folder), text).catch(() => undefined);
    if (name !== undefined) {
      tokens.set(name.toString('latin1'), text);
      return joinPath(folder, name);
    }
  }
  return joinPath(folder, part.bytes);
}

type Looked =
  | { readonly stats: BigIntStats; readonly target?: Buffer }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly cause: unknown };

async function look(path: Buffer, attempts = 3): Promise<Looked> {
  try {
    const stats = await lstat(path, { bigint: true });
    return stats.isSymbolicLink() ? { stats, target: await readlink(path, 'buffer') } : { stats };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    // It was a link when it was looked at, and is none now.
    if (code === 'EINVAL' && attempts > 1) return look(path, attempts - 1);
    return code === 'ENOENT' ? { kind: 'missing' } : { kind: 'failed', cause };
  }
}
