import { type FileSource, fileTarget, type ReadTarget } from '@spillway/core';
import type { Roots } from '../../roots/roots.ts';
import type { FileMatch } from '../engine/engine.ts';
import type { SearchFile } from '../search-file.ts';
import { joinBytePaths } from '../walk/byte-path.ts';

/** A file that is open to be searched or shown. */
export interface OpenSearchFile {
  readonly target: ReadTarget;
  readonly source: FileSource;
}

/** How an answer shows a file. Contract: what it returns opens the file. */
export function showFile(roots: Roots, { rootPath, path }: Pick<SearchFile, 'rootPath' | 'path'>): string {
  return roots.show(Buffer.from(joinBytePaths(rootPath, path), 'latin1')) ?? 'a file that is gone';
}

/** Opens a file through the roots; the caller closes it. @throws SpillwayError as `Roots.openFile`. */
export async function openSearchFile(roots: Roots, file: SearchFile): Promise<OpenSearchFile> {
  const { file: source } = await roots.openFile(showFile(roots, file));
  try {
    return { target: await fileTarget(source, { encoding: file.encoding, countLines: false }), source };
  } catch (error) {
    await source.close();
    throw error;
  }
}

/**
 * Tells whether an open file still is what was searched, as far as the matches go.
 *
 * Contract: reads nothing where the system says that nothing changed; else the matches themselves.
 */
export async function stillHolds(
  { source }: OpenSearchFile,
  file: SearchFile,
  matches: readonly FileMatch[],
): Promise<boolean> {
  const isSameFile = Number(source.facts.ino) === file.inode;
  const isSameTime = Math.abs(Number(source.facts.mtimeNs) / 1e6 - file.modifiedMs) < 0.01;
  if (isSameFile && isSameTime && source.byteLength === file.byteLength) return true;
  const hasGrown = isSameFile && source.byteLength > file.byteLength;
  for (const { start, end, text } of matches) {
    if (end > source.byteLength || (text === undefined && !hasGrown)) return false;
    if (text === undefined) continue;
    const bytes = await source.read(start, end - start);
    if (Buffer.from(bytes).toString() !== text) return false;
  }
  return true;
}
