import { createHash } from 'node:crypto';
import type { ByteSource } from '../bytes/byte-source.ts';
import type { Handle } from './handle.ts';

/** What a cursor remembers of a stored result: its first 32 hash bits. */
export interface HandleIdentity {
  readonly source: 'handle';
  readonly digest: number;
}

/** What a cursor remembers of a live file. All but `byteLength` are digests, of 24 and 32 bits. */
export interface FileIdentity {
  readonly source: 'file';
  readonly path: number;
  readonly inode: number;
  readonly modified: number;
  readonly sample: number;
  /** The file's size when the cursor was cut. */
  readonly byteLength: number;
}

export type ContentIdentity = HandleIdentity | FileIdentity;

/** What the operating system says of an open live file. */
export interface FileFacts {
  /** Absolute and without links, so that one file has one path. */
  readonly path: string;
  readonly dev: bigint | number;
  readonly ino: bigint | number;
  readonly mtimeNs: bigint;
}

/** How a live file stands to the one that a cursor was cut from; `other` is another path. */
export type FileComparison = 'same' | 'appended' | 'rotated' | 'shrunk' | 'edited' | 'other';

const wholeSampleBytes = 32_768;
const blockBytes = 4096;
const spreadBlocks = 4;

/** Identifies a stored result by its content, so that the same bytes under two ids have one identity. */
export function identifyHandle(handle: Pick<Handle, 'sha256'>): HandleIdentity {
  return { source: 'handle', digest: Number.parseInt(handle.sha256.slice(0, 8), 16) };
}

/**
 * Identifies a live file at a position.
 *
 * Contract: `source` is the open file, `offset` the position of the cursor. Reads at most 32 KiB: all of a small file;
 * of a larger one the start, the end, what lies before `offset`, and four blocks between.
 */
export async function identifyFile(facts: FileFacts, source: ByteSource, offset: number): Promise<FileIdentity> {
  return {
    source: 'file',
    path: digestPath(facts.path),
    inode: digest(`${facts.dev}:${facts.ino}`, 32),
    modified: digest(`${facts.mtimeNs}`, 24),
    sample: await sampleOf(source, source.byteLength, offset),
    byteLength: source.byteLength,
  };
}

/**
 * Compares a live file with the one a cursor was cut from.
 *
 * Contract: `cut` and `offset` are the cursor's. `appended` is larger with the same sample; `edited` has another
 * sample, or the same size and another time of change. An edit that keeps the sample of a file that also grew is not
 * seen. Reads as much as `identifyFile`.
 */
export async function compareFile(
  cut: FileIdentity,
  facts: FileFacts,
  source: ByteSource,
  offset: number,
): Promise<FileComparison> {
  if (digestPath(facts.path) !== cut.path) return 'other';
  if (digest(`${facts.dev}:${facts.ino}`, 32) !== cut.inode) return 'rotated';
  if (source.byteLength < cut.byteLength) return 'shrunk';
  if ((await sampleOf(source, cut.byteLength, offset)) !== cut.sample) return 'edited';
  if (source.byteLength > cut.byteLength) return 'appended';
  return digest(`${facts.mtimeNs}`, 24) === cut.modified ? 'same' : 'edited';
}

/** Shortens the path of a live file to the 24 bits that a cursor keeps of it. */
export function digestPath(path: string): number {
  return digest(path, 24);
}

async function sampleOf(source: ByteSource, byteLength: number, offset: number): Promise<number> {
  const hash = createHash('sha256');
  for (const [start, end] of sampleRanges(byteLength, offset)) hash.update(await source.read(start, end - start));
  return hash.digest().readUInt32BE(0);
}

function sampleRanges(byteLength: number, offset: number): [start: number, end: number][] {
  if (byteLength <= wholeSampleBytes) return [[0, byteLength]];
  const before = Math.min(byteLength, Math.max(offset, blockBytes));
  const starts = [0, before - blockBytes, byteLength - blockBytes];
  for (let at = 1; at <= spreadBlocks; at++) starts.push(Math.floor((byteLength * at) / (spreadBlocks + 1)));
  return starts.map((start) => [start, Math.min(byteLength, start + blockBytes)]);
}

function digest(text: string, bits: 24 | 32): number {
  return createHash('sha256')
    .update(text)
    .digest()
    .readUIntBE(0, bits / 8);
}
