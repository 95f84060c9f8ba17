/** The kinds of what a directory holds. */
export type EntryKind = 'file' | 'directory' | 'link' | 'named pipe' | 'socket' | 'device' | 'special file';

/** One entry of a directory, or of a directory in it. */
export interface ListEntry {
  /** The names from the listed directory down to it, joined by NUL: the order of these bytes is that of the listing. */
  readonly key: Buffer;
  /** A directory below which everything would be listed too, and which could not be opened. */
  isUnreadable: boolean;
}

/** What the system says of an entry. */
export interface EntryFacts {
  /** `vanished`: it was removed while the directory was listed. `unknown`: the system does not tell. */
  readonly kind: EntryKind | 'vanished' | 'unknown';
  /** Of a file, or of the file that a link leads to. */
  readonly byteLength?: number;
  /** Of a link: what it leads to; `outside` is not looked at; absent where it cannot be told. */
  readonly target?: EntryKind | 'outside' | 'missing';
}

const separator = 0;

/** Makes the key of an entry in a directory. */
export function toKey(directory: Buffer | undefined, name: Buffer): Buffer {
  return directory === undefined ? name : Buffer.concat([directory, Buffer.of(separator), name]);
}

/** Takes a key apart into names. */
export function namesOf(key: Buffer): Buffer[] {
  const names: Buffer[] = [];
  let start = 0;
  for (let at = key.indexOf(separator); at >= 0; at = key.indexOf(separator, start)) {
    names.push(key.subarray(start, at));
    start = at + 1;
  }
  return [...names, key.subarray(start)];
}

/** Orders a listing: bytewise by name, what a directory holds right behind it. */
export function compareEntries(a: ListEntry, b: ListEntry): number {
  return Buffer.compare(a.key, b.key);
}
