import type { FileHandle } from 'node:fs/promises';
import type { LineIndexEntry } from '../../../bytes/line-index-builder.ts';
import { defaultStrideBytes } from '../../../bytes/line-index-builder.ts';
import type { LineTable } from '../../sparse-line-index.ts';
import { writeAll } from '../disk/secure-file.ts';

/** Two numbers of six bytes, little end first: the line and its offset; exact up to 256 TiB. */
const numberBytes = 6;
const entryBytes = 2 * numberBytes;

/** A table of up to this many bytes stands in the metadata; a larger one has a file of its own. */
const maxInlineTableBytes = 1536;

/** No content up to this size has a table file. */
export const maxInlineLineBytes: number = (maxInlineTableBytes / entryBytes) * defaultStrideBytes;

/**
 * Collects the line table of a content that is being written.
 *
 * Contract: a table that outgrows the metadata goes on into the file that `createTableFile` makes, piece by piece;
 * `reserve` is asked before each. Holds at most one piece.
 */
export class LineTableWriter {
  readonly #createTableFile: () => Promise<FileHandle>;
  readonly #reserve: (bytes: number) => Promise<void>;
  #held = Buffer.alloc(0);
  #file: FileHandle | undefined;

  constructor(createTableFile: () => Promise<FileHandle>, reserve: (bytes: number) => Promise<void>) {
    this.#createTableFile = createTableFile;
    this.#reserve = reserve;
  }

  async add(entries: readonly LineIndexEntry[]): Promise<void> {
    if (entries.length === 0) return;
    this.#held = Buffer.concat([this.#held, encodeEntries(entries)]);
    if (this.#held.length > maxInlineTableBytes) await this.#write();
  }

  /** Returns the table, base64, where it has no file. */
  async end(): Promise<string | undefined> {
    if (this.#file === undefined) return this.#held.toString('base64');
    await this.#write();
    return undefined;
  }

  async sync(): Promise<void> {
    await this.#file?.sync();
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }

  async #write(): Promise<void> {
    await this.#reserve(this.#held.length);
    this.#file ??= await this.#createTableFile();
    await writeAll(this.#file, this.#held, null);
    this.#held = Buffer.alloc(0);
  }
}

/** Reads a table out of memory. */
export function inlineLineTable(bytes: Buffer): LineTable {
  return {
    entryCount: Math.floor(bytes.length / entryBytes),
    entry: (index) => readEntry(bytes, index * entryBytes),
  };
}

/** Reads a table out of a file, one entry a call. */
export function fileLineTable(file: FileHandle, byteLength: number): LineTable {
  return {
    entryCount: Math.floor(byteLength / entryBytes),
    entry: async (index) => {
      const bytes = Buffer.allocUnsafe(entryBytes);
      const { bytesRead } = await file.read(bytes, 0, entryBytes, index * entryBytes);
      if (bytesRead < entryBytes) throw new RangeError('the line index is cut short');
      return readEntry(bytes, 0);
    },
  };
}

function encodeEntries(entries: readonly LineIndexEntry[]): Buffer {
  const bytes = Buffer.allocUnsafe(entries.length * entryBytes);
  entries.forEach((entry, index) => {
    bytes.writeUIntLE(entry.line, index * entryBytes, numberBytes);
    bytes.writeUIntLE(entry.offset, index * entryBytes + numberBytes, numberBytes);
  });
  return bytes;
}

function readEntry(bytes: Buffer, at: number): LineIndexEntry {
  return { line: bytes.readUIntLE(at, numberBytes), offset: bytes.readUIntLE(at + numberBytes, numberBytes) };
}
