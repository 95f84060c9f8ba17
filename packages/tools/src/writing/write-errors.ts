import { formatCount, plural, SpillwayError } from '@spillway/core';

/** A file that is not as it was when it was looked at, or not where it was. */
export function changedMeanwhile(shown: string): SpillwayError {
  return new SpillwayError({
    code: 'write-refused',
    message: `${shown} changed while it was being written, and was left as it is. Read it again, then write.`,
    facts: { reason: 'changed' },
  });
}

/** What the system said, and what to do about it. */
const errnoWords: Readonly<Record<string, string>> = {
  EEXIST: 'something of that name has appeared meanwhile. Read it first',
  EACCES: 'this user may not write there. Ask the user for permission',
  EPERM: 'this user may not write there. Ask the user for permission',
  ENOENT: 'its folder is gone, or was moved meanwhile. List the folder above it',
  EROFS: 'that file system is read-only. Choose another place',
  ENOSPC: 'there is no space left. Free some, then send the same call again',
  EDQUOT: 'the quota of this user is used up. Free some space, then send the same call again',
  EFBIG: 'the system allows no file of that size',
  ENAMETOOLONG: 'the name is too long. Choose a shorter one',
  EISDIR: 'it is a directory. Name a file in it',
  ELOOP: 'it is a symbolic link, which is not written through. Name the file itself',
  ENXIO: 'it is a named pipe or a socket, which is not written to',
};

/** What the system did not do; `part` tells of an append of which some bytes, but not all, stand in the file. */
export function writeError(
  shown: string,
  cause: NodeJS.ErrnoException,
  part?: { readonly writtenBytes: number; readonly wantedBytes: number },
): SpillwayError {
  const errno = cause.code ?? 'unknown error';
  const why = errnoWords[errno] ?? `the system said ${errno}. Report this to the user`;
  const what = part === undefined ? 'was not written and is as it was' : partWords(part.writtenBytes, part.wantedBytes);
  return new SpillwayError({
    code: 'write-failed',
    message: `${shown} ${what}: ${why}.`,
    facts: { errno, ...(part !== undefined && { writtenBytes: part.writtenBytes }) },
    cause,
  });
}

function partWords(writtenBytes: number, wantedBytes: number): string {
  const count = `the first ${formatCount(writtenBytes)} of ${plural(wantedBytes, 'byte')}`;
  return `has ${count} added, and not the rest. Read its end before you go on`;
}
