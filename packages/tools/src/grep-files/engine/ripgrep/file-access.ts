import type { SearchFile } from '../../search-file.ts';
import { largeFileBytes } from '../../walk/batch-files.ts';

/** How ripgrep gets at the bytes of files. */
export type FileAccess = 'mapped' | 'read';

/** From this size on, a file is mapped in less time than it is copied. */
const minMappedBytes = 131_072;

/** Where others cannot shorten a file that is mapped, ripgrep decides by itself, and maps a few files at most. */
const mapFlags: readonly string[] = process.platform === 'win32' ? [] : ['--mmap'];

/** The flags that ask for it. */
export const accessFlags: Readonly<Record<FileAccess, readonly string[]>> = {
  mapped: mapFlags,
  read: ['--no-mmap'],
};

/** Chooses what takes less time, and never holds a line of a large file. */
export function chooseAccess(files: readonly SearchFile[]): FileAccess {
  const byteLength = files.reduce((sum, file) => sum + file.byteLength, 0);
  return byteLength >= minMappedBytes * files.length || !areReadable(files) ? 'mapped' : 'read';
}

/** Whether files can be read instead of mapped: what is read is held line by line, and a line may be all of a file. */
export function areReadable(files: readonly SearchFile[]): boolean {
  return files.every((file) => file.byteLength <= largeFileBytes);
}
