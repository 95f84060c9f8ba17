import type { BigIntStats } from 'node:fs';
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import type { ByteSource } from '../../bytes/byte-source.ts';
import { SpillwayError } from '../../errors.ts';
import type { FileFacts } from '../../handle/identity.ts';
import { fileError, kindOfFile } from './file-error.ts';
import { createMemorySource } from './memory-source.ts';

/** An open plain file, and what tells it from others. */
export interface FileSource extends ByteSource {
  readonly facts: FileFacts;
}

/** How a file is opened. */
export interface OpenFileOptions {
  /** Default: a link is followed. */
  readonly followLinks?: boolean;
  /** How errors name the file. Default: the path. */
  readonly shown?: string;
  /**
   * Says which file was opened, before a byte of it is read: its absolute path without links, or at least a text that no
   * other file has; throws to refuse it. Default: the real path.
   */
  readonly locate?: (descriptor: number, stats: BigIntStats) => Promise<string>;
}

/** Files of unknown size, such as those under /proc, are read whole up to this many bytes. */
const unsizedBytes = 16_777_216;

/**
 * Opens a plain file for reading at random.
 *
 * Contract: looks at the kind of the file on the opened descriptor and never waits for a writer, so a FIFO, a socket, a
 * device or a directory is refused at once. `byteLength` is the size when opened. One descriptor until `close`.
 * @throws SpillwayError `source-missing`, `source-denied`, or `source-unreadable` with the fact `kind` or `errno`; from
 * `read`, `source-changed` where the file has become shorter.
 */
export async function openFileSource(path: string | Buffer, options: OpenFileOptions = {}): Promise<FileSource> {
  const { locate = () => realpath(path, 'utf8'), shown = String(path) } = options;
  const noFollow = options.followLinks === false ? (constants.O_NOFOLLOW ?? 0) : 0;
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | noFollow);
    const stats = await file.stat({ bigint: true });
    const located = await locate(file.fd, stats);
    if (!stats.isFile()) throw unreadableKind(shown, kindOfFile(stats));
    const unsized = stats.size === 0n ? await readUnsized(shown, file) : undefined;
    const content = unsized === undefined ? readerOf(shown, file, Number(stats.size)) : createMemorySource(unsized);
    return toSource(file, content, factsOf(located, stats));
  } catch (error) {
    await file?.close();
    throw SpillwayError.isInstance(error) ? error : fileError(shown, error);
  }
}

function factsOf(path: string, stats: BigIntStats): FileFacts {
  return { path, dev: stats.dev, ino: stats.ino, mtimeNs: stats.mtimeNs };
}

function toSource(file: FileHandle, content: Omit<ByteSource, 'close'>, facts: FileFacts): FileSource {
  let closing: Promise<void> | undefined;
  return {
    ...content,
    facts,
    close: () => {
      closing ??= file.close();
      return closing;
    },
  };
}

function readerOf(path: string, file: FileHandle, byteLength: number): Omit<ByteSource, 'close'> {
  const readInto = async (bytes: Uint8Array, offset: number): Promise<number> => {
    const expected = Math.max(0, Math.min(bytes.length, byteLength - offset));
    const length = await fill(path, file, bytes.subarray(0, expected), offset);
    if (length === expected) return length;
    throw new SpillwayError({
      code: 'source-changed',
      message: `${path} became shorter while it was read: ${offset + length} of ${byteLength} bytes are left`,
      modelText: `The file became shorter while it was read (it had ${byteLength} bytes). Read it again from its start.`,
      facts: { change: 'shrunk', byteLength, left: offset + length },
    });
  };
  return {
    byteLength,
    readInto,
    read: async (offset, wanted) => {
      // Filled to its end or not returned at all, so it need not be zeroed. No view of a pool that others write to.
      const bytes = new Uint8Array(Buffer.allocUnsafeSlow(Math.max(0, Math.min(wanted, byteLength - offset))).buffer);
      await readInto(bytes, offset);
      return bytes;
    },
  };
}

/** A size of 0 may be the truth or mean that the system makes the content as it is read. */
async function readUnsized(path: string, file: FileHandle): Promise<Uint8Array | undefined> {
  const head = new Uint8Array(65_536);
  const headLength = await fill(path, file, head, 0);
  if (headLength < head.length) return headLength === 0 ? undefined : head.subarray(0, headLength);
  const bytes = new Uint8Array(unsizedBytes);
  const length = await fill(path, file, bytes, 0);
  if (length === unsizedBytes) throw unreadableKind(path, 'stream without a size');
  return bytes.slice(0, length);
}

async function fill(path: string, file: FileHandle, bytes: Uint8Array, offset: number): Promise<number> {
  let length = 0;
  while (length < bytes.length) {
    try {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, offset + length);
      if (bytesRead === 0) break;
      length += bytesRead;
    } catch (error) {
      throw fileError(path, error);
    }
  }
  return length;
}

function unreadableKind(path: string, kind: string): SpillwayError {
  return new SpillwayError({
    code: 'source-unreadable',
    message: `${path} is a ${kind}, not a plain file`,
    modelText: `This is a ${kind}, not a plain file, and is not read. Choose a plain file.`,
    facts: { kind },
  });
}
