import type { SearchFile } from '../search-file.ts';

/** Files that are searched by one run. */
export type Batch = readonly SearchFile[];

/** What a run takes at most: so that the first comes soon, and a command line is not too long. */
const mostBytes = 67_108_864;
const mostFiles = 4096;
const mostPathBytes: number = process.platform === 'win32' ? 16_384 : 98_304;

/** Collects files into batches. */
export interface BatchBuilder {
  /** Adds a file; returns the batch that is complete before it, if any. */
  add(file: SearchFile): Batch | undefined;
  /** Returns what is left; may be empty. */
  take(): Batch;
}

/** Creates a builder of batches. Contract: in order; the files of a batch lie in one root; a large file is alone. */
export function createBatchBuilder(): BatchBuilder {
  let files: SearchFile[] = [];
  let bytes = 0;
  let pathBytes = 0;
  const take = (): Batch => {
    const batch = files;
    files = [];
    bytes = 0;
    pathBytes = 0;
    return batch;
  };
  return {
    take,
    add(file) {
      const cost = file.path.length + 4;
      const isOver =
        files.length === mostFiles ||
        bytes + file.byteLength > mostBytes ||
        pathBytes + cost > mostPathBytes ||
        files[0]?.rootPath !== file.rootPath;
      const full = isOver && files.length > 0 ? take() : undefined;
      files.push(file);
      bytes += file.byteLength;
      pathBytes += cost;
      return full;
    },
  };
}
