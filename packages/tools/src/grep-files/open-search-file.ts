import { type FileSource, fileTarget, type ReadTarget, type Spillway } from '@spillway/core';
import { openContent } from '../content/open-content.ts';
import type { Roots } from '../roots/roots.ts';
import type { ReadLog } from '../writing/read-log.ts';
import type { FileMatch } from './engine/engine.ts';
import type { SearchFile } from './search-file.ts';
import { joinBytePaths } from './walk/byte-path.ts';

/** The system's two ways to tell a time differ in less than this. */
const clockStepMs = 0.01;

/** A file that is open to be searched or shown. */
export interface OpenSearchFile {
  readonly target: ReadTarget;
  readonly source: FileSource;
  /** What has to be said of its content: that it was unpacked, and how far. */
  readonly notes: readonly string[];
  /** Only a part of a compressed file could be unpacked. */
  readonly isPart: boolean;
  close(): Promise<void>;
}

/** What files are opened by. */
export interface FilesContext {
  readonly roots: Roots;
  readonly spillway: Spillway;
  /** Remembers what was shown of which files. */
  readonly readLog?: ReadLog;
  /** What is called otherwise in answers than roots show it. */
  readonly nameOf?: (shown: string) => string;
}

/** How an answer calls a file. */
export function nameFile(context: FilesContext, file: Pick<SearchFile, 'rootPath' | 'path'>): string {
  const shown = showFile(context.roots, file);
  return context.nameOf?.(shown) ?? shown;
}

/** How roots show a file. Contract: what it returns opens the file. */
function showFile(roots: Roots, { rootPath, path }: Pick<SearchFile, 'rootPath' | 'path'>): string {
  return roots.show(Buffer.from(joinBytePaths(rootPath, path), 'latin1')) ?? 'what is refused';
}

/**
 * Opens a file through the roots, by its content where that is asked for; the caller closes it.
 *
 * @throws SpillwayError as `Roots.openFile` and `openContent`.
 */
export async function openSearchFile(
  { roots, spillway }: FilesContext,
  file: SearchFile,
  signal?: AbortSignal,
): Promise<OpenSearchFile> {
  const { file: source } = await roots.openFile(showFile(roots, file));
  try {
    if (!file.isCompressed) {
      const target = await fileTarget(source, { encoding: file.encoding, keys: spillway.keys, countLines: false });
      return { target, source, notes: [], isPart: false, close: () => source.close() };
    }
    const content = await openContent(source, spillway, { signal });
    const notes = content.notesFor(0, content.target.source.byteLength);
    const close = async (): Promise<void> => {
      await content.close();
      await source.close();
    };
    return { target: content.target, source, notes, isPart: notes.length > 1, close };
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
  const isSameTime = Math.abs(Number(source.facts.mtimeNs) / 1e6 - file.modifiedMs) < clockStepMs;
  if (isSameFile && isSameTime && source.byteLength === file.byteLength) return true;
  if (file.isCompressed) return false;
  const hasGrown = isSameFile && source.byteLength > file.byteLength;
  for (const { start, end, text } of matches) {
    if (end > source.byteLength || (text === undefined && !hasGrown)) return false;
    if (text === undefined) continue;
    const bytes = await source.read(start, end - start);
    if (Buffer.from(bytes).toString() !== text) return false;
  }
  return true;
}
