import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { byteOrderMarkLength, detectEncoding, encodingHeadBytes, trimPartialEnd } from '@spillway/core';
import { detectCompression } from '../../content/compression.ts';
import type { SearchFile } from '../search-file.ts';
import { systemReason } from '../skip-reason.ts';
import { type BytePath, joinBytePaths, toSystemPath, toText } from './byte-path.ts';

/** How files are looked at. */
export interface LookRules {
  /** Search binary content too, as it was asked for by name. */
  readonly takesBinary: boolean;
  /** Search what a compressed file holds. */
  readonly takesCompressed: boolean;
}

/** What was seen of a file: that it can be searched, that there is nothing in it, or why it is passed over. */
export type Look =
  | { readonly kind: 'file'; readonly file: SearchFile }
  | { readonly kind: 'empty' }
  | { readonly kind: 'skipped'; readonly reason: string };

const head: Buffer = Buffer.alloc(encodingHeadBytes);
const flags: number = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
const escapeByte = 0x1b;
const headerBytes = 1024;
const strayControl = /[\x01-\x07\x10-\x19\x1c-\x1f\x7f]/;

/**
 * Opens a file for a moment and looks at its first bytes.
 *
 * Contract: reads up to 64 KiB and blocks for that; never waits for a writer. The file may be another one later.
 */
export function lookAtFile(rootPath: BytePath, path: BytePath, rules: LookRules): Look {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(toSystemPath(joinBytePaths(rootPath, path)), flags);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return { kind: 'skipped', reason: 'special file' };
    const length = readSync(descriptor, head, 0, head.length, 0);
    if (length === 0) return { kind: 'empty' };
    const bytes = head.subarray(0, length);
    const isPacked = detectCompression(bytes) !== undefined;
    if (isPacked && !rules.takesCompressed) return { kind: 'skipped', reason: 'compressed' };
    const isAll = length === stats.size;
    const isValid = isUtf8(isAll ? bytes : trimPartialEnd(bytes, 'utf-8'));
    const isClean = isValid && !hasControls(bytes) && byteOrderMarkLength(bytes, 'utf-8') === 0;
    const encoding = isClean ? 'utf-8' : detectEncoding(bytes, isAll);
    if (encoding === 'binary' && !rules.takesBinary && !isPacked) return { kind: 'skipped', reason: 'binary' };
    const { size: byteLength, ino: inode, mtimeMs: modifiedMs } = stats;
    const isPlain = isClean && toText(path) !== undefined && byteLength >= length && isPlainText(bytes);
    const isLossy = encoding === 'utf-8' && !isValid && !isPacked;
    const facts = { byteLength, inode, modifiedMs, encoding };
    return { kind: 'file', file: { rootPath, path, ...facts, isPlain, isCompressed: isPacked, isLossy } };
  } catch (error) {
    return { kind: 'skipped', reason: systemReason(error) };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** What text does not hold; NUL anywhere, others where a binary format has its header. */
function hasControls(bytes: Buffer): boolean {
  return bytes.includes(0) || strayControl.test(bytes.toString('latin1', 0, headerBytes));
}

/** No terminal codes, and no CR but before a line feed. */
function isPlainText(bytes: Buffer): boolean {
  if (bytes.includes(escapeByte)) return false;
  for (let at = bytes.indexOf(0x0d); at >= 0; at = bytes.indexOf(0x0d, at + 1)) {
    if (at + 1 < bytes.length && bytes[at + 1] !== 0x0a) return false;
  }
  return true;
}
