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

/**
 * The folders that the tools may look into, fixed when they are made.
 *
 * Contract: every path argument is resolved, opened without following a link out of the roots, and checked once more on
 * the opened descriptor. What lies outside, in the store or under a key rule is refused, not told apart from missing.
 */
export interface Roots {
  readonly all: readonly Root[];
  /** Finds what a path argument names. @throws SpillwayError `path-refused`, or the `source-` errors. */
  find(path: string): Promise<FoundPath>;
  /** Opens a plain file; the caller closes it. @throws SpillwayError as `find`. */
  openFile(path: string): Promise<{ readonly found: FoundPath; readonly file: FileSource }>;
}
