import type { FileSource } from '@spillway/core';

/** A folder that the tools may look into. */
export interface Root {
  /** What it is called in paths: the first part of every path that an answer shows. */
  readonly name: string;
  /** Absolute, with all links resolved when the tools were made. */
  readonly path: string;
}

/** What a path argument was found to name. */
export interface FoundPath {
  readonly root: Root;
  /** As answers show it, and as it may be sent back: the root's name, then the rest, quoted where that is needed. */
  readonly shown: string;
  /** Absolute, with all links resolved; bytes where the name is no UTF-8. */
  readonly path: string | Buffer;
  readonly kind: 'file' | 'directory';
}

/** Where a path argument leads to, whether or not anything is there yet. */
export interface FoundPlace extends Omit<FoundPath, 'kind'> {
  /** `missing`: nothing is there, and the directory it would stand in exists. */
  readonly kind: FoundPath['kind'] | 'missing';
}

/** An open file, and what it was found by. */
export interface OpenFile {
  readonly found: FoundPath;
  readonly file: FileSource;
}

/** An open directory, and what it was found by. */
export interface OpenDirectory {
  readonly found: FoundPath;
  /** Device, inode and path, which tell it from any directory that takes its place. */
  readonly identity: string;
  /** How the system reaches this very directory, wherever its path leads meanwhile. */
  readonly reach: string;
  /** Opens a directory in it, checked as this one was; the caller closes it. @throws SpillwayError as `find`. */
  openChild(name: Buffer): Promise<Omit<OpenDirectory, 'found'>>;
  close(): Promise<void>;
}

/**
 * The folders that the tools may look into, fixed when they are made.
 *
 * Contract: every path argument is resolved, opened without following a link out of the roots, and checked once more on
 * the opened descriptor. What lies outside or in the store is refused without being looked at, so that it cannot be told
 * from what does not exist.
 */
export interface Roots {
  readonly all: readonly Root[];
  /** Absolute folders inside the roots that are refused all the same, such as the store. */
  readonly denied: readonly string[];
  /** Finds what a path argument names. @throws SpillwayError `path-refused`, or the `source-` errors. */
  find(path: string): Promise<FoundPath>;
  /** Finds where something may be written. @throws SpillwayError as `find`, but for what is only not there yet. */
  findPlace(path: string): Promise<FoundPlace>;
  /** Opens a plain file; the caller closes it. @throws SpillwayError as `find`; `key-refused` for a private key's name. */
  openFile(path: string): Promise<OpenFile>;
  /** Opens a directory; the caller closes it. @throws SpillwayError as `find`. */
  openDirectory(path: string): Promise<OpenDirectory>;
  /** Tells by an absolute path without links that `openFile` may refuse a file as a private key. */
  isKeyName(path: Uint8Array): boolean;
  /** Shows an absolute path without links as answers do. Contract: undefined outside the roots and for what is refused. */
  show(path: string | Uint8Array): string | undefined;
}
