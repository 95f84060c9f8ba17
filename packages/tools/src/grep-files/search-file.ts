import type { TextEncoding } from '@spillway/core';
import type { BytePath } from './walk/byte-path.ts';

/** A plain file that is to be searched, and what it looked like. */
export interface SearchFile {
  readonly rootPath: BytePath;
  /** Relative to the root; empty where the root is left out. */
  readonly path: BytePath;
  readonly byteLength: number;
  readonly inode: number;
  readonly modifiedMs: number;
  readonly encoding: TextEncoding;
  /**
   * Its first bytes are well-formed UTF-8 without byte order mark, NUL and terminal codes, and every CR in them ends a
   * line: so a search of bytes finds what a search of text does.
   */
  readonly isPlain: boolean;
  /** What counts is the content that it unpacks to. */
  readonly isCompressed: boolean;
  /** Some of its first bytes are no UTF-8, nor of an encoding that is told by itself. */
  readonly isLossy: boolean;
}
