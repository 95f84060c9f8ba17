import {
  bytesTarget,
  type FileSource,
  fileTarget,
  formatBytes,
  handleNotes,
  handleTarget,
  namedEncoding,
  type ReadTarget,
  type Spillway,
  targetIn,
} from '@spillway/core';
import { type Compression, compressionByName, compressionHeadBytes, detectCompression } from './compression.ts';
import { type Unpacked, unpack } from './unpack.ts';

/** What can be read of a file. */
export interface FileContent {
  readonly target: ReadTarget;
  /** Set where the content was unpacked; positions are those of the content. */
  readonly compression?: Compression;
  /** What an answer about a range of the content has to say. */
  notesFor(start: number, end: number): readonly string[];
  /** Lets go of what was opened; the file stays open. */
  close(): Promise<void>;
}

export interface OpenContentOptions {
  /** Label of the encoding; `binary` for the bytes of the file itself, packed or not. Default: detected. */
  readonly encoding?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens a file for reading, by its content where it is compressed.
 *
 * Contract: what is compressed is told by its first bytes, and unpacked once; see `unpack`. Cursors are bound to the file
 * in any case, so that one that was replaced is noticed.
 * @throws SpillwayError `encoding-unsupported`, or what reading throws.
 */
export async function openContent(
  file: FileSource,
  spillway: Spillway,
  { encoding, signal }: OpenContentOptions = {},
): Promise<FileContent> {
  const named = encoding === undefined ? undefined : namedEncoding(encoding);
  const compression =
    named?.encoding === 'binary' ? undefined : detectCompression(await file.read(0, compressionHeadBytes));
  if (compression === undefined) {
    const { keys } = spillway;
    const target = await fileTarget(file, { ...named, keys, ...(signal !== undefined && { signal }) });
    const notes = named === undefined ? misnamedNotes(file) : [];
    return { target, notesFor: () => notes, close: async () => undefined };
  }
  const unpacked = await unpack(file, compression, spillway, signal);
  const identity = await fileIdentity(file);
  const stored = 'stored' in unpacked ? unpacked.stored : undefined;
  const content =
    'stored' in unpacked
      ? { ...handleTarget(unpacked.stored), ...identity }
      : bytesTarget(unpacked.bytes, identity, spillway.keys);
  return {
    target: named === undefined ? content : targetIn(content, named),
    compression,
    notesFor: (start, end) => [
      ...unpackedNotes(unpacked, compression, file.byteLength),
      ...(stored === undefined ? [] : handleNotes(stored.handle, start, end)),
    ],
    close: async () => stored?.close(),
  };
}

function misnamedNotes({ facts, byteLength }: FileSource): string[] {
  const byName = byteLength === 0 ? undefined : compressionByName(facts.path);
  return byName === undefined ? [] : [`named as ${byName} is, but its bytes are not, so they are shown as they are`];
}

/** The position of a cursor is one of the content, and means nothing in the packed bytes. */
async function fileIdentity(file: FileSource): Promise<Pick<ReadTarget, 'identify' | 'checkCursor'>> {
  const packed = await fileTarget(file, { encoding: 'binary' });
  return {
    identify: () => packed.identify(0),
    checkCursor: (cursor, use) => packed.checkCursor({ ...cursor, offset: 0 }, use),
  };
}

function unpackedNotes(unpacked: Unpacked, compression: Compression, byteLength: number): string[] {
  const { state, inputBytes, producedBytes, failureCode } = unpacked;
  const notes = [`decompressed from ${formatBytes(byteLength)} of ${compression}`];
  if (state === 'damaged') {
    notes.push(
      `damaged: it could be read up to byte ${inputBytes} of the compressed file, and what follows is missing`,
    );
  }
  if (state === 'stopped') {
    notes.push(`decompressed up to byte ${inputBytes} of the compressed file: the limits of the store allow no more`);
  }
  if (failureCode !== undefined) {
    notes.push(
      `only the start of ${formatBytes(producedBytes)} can be read, as the store took nothing (${failureCode})`,
    );
  }
  return notes;
}
