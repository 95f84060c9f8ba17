import type { SearchFile } from '../search-file.ts';

/** Files that are searched by one run. */
export type Batch = readonly SearchFile[];

/** Bytes of the first batch: what it has may fill the answer, and then the rest is only counted. */
const firstBatchBytes = 33_554_432;
/** Each batch is larger than the one before, as to start a process costs some milliseconds. */
const growth = 8;
const maxBatchBytes = 1_073_741_824;
/** Of larger files fewer, so that two runs share them. */
const maxBatchBytesWithLarge = 268_435_456;
/** So that a command line is not too long. */
const maxBatchFiles = 4096;
const maxBatchPathBytes: number = process.platform === 'win32' ? 16_384 : 98_304;

/** Up to this size the matches of a whole file may be held by who finds them. */
export const largeFileBytes = 16_777_216;

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
  let maxBytes = firstBatchBytes;
  let pathBytes = 0;
  let hasLarge = false;
  const take = (): Batch => {
    const batch = files;
    files = [];
    bytes = 0;
    pathBytes = 0;
    hasLarge = false;
    maxBytes = Math.min(maxBatchBytes, maxBytes * growth);
    return batch;
  };
  return {
    take,
    add(file) {
      const cost = file.path.length + 4;
      const isLarge = file.byteLength > largeFileBytes;
      const limit = hasLarge || isLarge ? Math.min(maxBytes, maxBatchBytesWithLarge) : maxBytes;
      const isOver =
        files.length === maxBatchFiles ||
        bytes + file.byteLength > limit ||
        pathBytes + cost > maxBatchPathBytes ||
        files[0]?.rootPath !== file.rootPath;
      const full = isOver && files.length > 0 ? take() : undefined;
      files.push(file);
      hasLarge ||= isLarge;
      bytes += file.byteLength;
      pathBytes += cost;
      return full;
    },
  };
}
