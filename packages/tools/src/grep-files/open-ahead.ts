import { lstat } from 'node:fs/promises';
import { type FilesContext, type OpenSearchFile, openSearchFile } from './open-search-file.ts';
import type { SearchFile } from './search-file.ts';
import { joinBytePaths, toSystemPath } from './walk/byte-path.ts';

/** Files that an answer may show, got ready while others are still searched. */
export interface OpenAhead {
  /** Begins to open a file and to look for keys in it. */
  begin(file: SearchFile): void;
  /** Opens a file, or hands over the one that is open already and still is what the path leads to; the caller closes it. */
  take(file: SearchFile): Promise<OpenSearchFile>;
  /** Closes what nobody took. */
  close(): Promise<void>;
}

/** Each is held whole, as its guard has looked through it, and by a descriptor, of which a process has not many. */
const maxAheadFileBytes = 2_097_152;
const maxAheadBytes = 16_777_216;
const maxAheadFiles = 128;

/**
 * Opens files before they are asked for.
 *
 * Contract: files of 2 MiB at most, 16 MiB together, the first 128 of them; what is not among them, is compressed, was
 * changed meanwhile or could not be opened is opened when it is taken.
 * @throws SpillwayError from `take`, as `openSearchFile`.
 */
export function createOpenAhead(context: FilesContext): OpenAhead {
  const begun = new Map<SearchFile, Promise<OpenSearchFile | undefined>>();
  let leftBytes = maxAheadBytes;
  let leftFiles = maxAheadFiles;
  return {
    begin(file) {
      if (file.isCompressed || leftFiles === 0 || begun.has(file)) return;
      if (file.byteLength > Math.min(leftBytes, maxAheadFileBytes)) return;
      leftFiles -= 1;
      leftBytes -= file.byteLength;
      // What cannot be opened says so where it is taken, if it is.
      begun.set(
        file,
        openScanned(context, file).catch(() => undefined),
      );
    },
    async take(file) {
      const opening = begun.get(file);
      begun.delete(file);
      const open = await opening;
      if (open !== undefined && (await isUnchanged(open, file))) return open;
      await open?.close();
      return openSearchFile(context, file);
    },
    async close() {
      const opened = await Promise.all(begun.values());
      begun.clear();
      await Promise.all(opened.map((open) => open?.close()));
    },
  };
}

async function openScanned(context: FilesContext, file: SearchFile): Promise<OpenSearchFile> {
  const open = await openSearchFile(context, file);
  try {
    // The first look at a file of this size scans all of it.
    await open.target.withheldIn?.(0, 1);
    return open;
  } catch (error) {
    await open.close();
    throw error;
  }
}

async function isUnchanged({ source }: OpenSearchFile, { rootPath, path }: SearchFile): Promise<boolean> {
  try {
    const now = await lstat(toSystemPath(joinBytePaths(rootPath, path)), { bigint: true });
    const { dev, ino, mtimeNs } = source.facts;
    return now.dev === dev && now.ino === ino && now.mtimeNs === mtimeNs && now.size === BigInt(source.byteLength);
  } catch {
    return false;
  }
}
