import type { FileHandle } from 'node:fs/promises';
import type { LineIndex } from '../../../bytes/byte-source.ts';
import type { Handle } from '../../../handle/handle.ts';
import { assertReadRange } from '../../byte-range.ts';
import { createSparseLineIndex } from '../../sparse-line-index.ts';
import type { StoredSource } from '../../store.ts';
import { damaged, toReadError } from '../disk/errno.ts';
import { objectNames } from '../disk/layout.ts';
import type { SecureDirectory } from '../disk/secure-directory.ts';
import { openFile } from '../disk/secure-file.ts';
import { fileLineTable, inlineLineTable } from './line-file.ts';
import type { StoredObject } from './stored-object.ts';

/**
 * An open stored result: one descriptor, and a second where the line index has a file of its own.
 *
 * Contract: reads by position, so a range near the end costs what one near the start does. Stays readable when the
 * result is removed meanwhile.
 */
export class FsSource implements StoredSource {
  readonly handle: Handle;
  readonly byteLength: number;
  readonly lineIndex: LineIndex;
  readonly #data: FileHandle;
  readonly #lines: FileHandle | undefined;

  private constructor(handle: Handle, data: FileHandle, lines: FileHandle | undefined, lineIndex: LineIndex) {
    this.handle = handle;
    this.byteLength = handle.byteLength;
    this.lineIndex = lineIndex;
    this.#data = data;
    this.#lines = lines;
  }

  /** Takes over the object's descriptor. */
  static async open(folder: SecureDirectory, object: StoredObject, handle: Handle): Promise<FsSource> {
    const { lineCount } = handle;
    if (object.lines !== undefined) {
      const table = inlineLineTable(Buffer.from(object.lines, 'base64'));
      return new FsSource(handle, object.data, undefined, createSparseLineIndex(table, lineCount));
    }
    const { file: lines, stats } = await openFile(folder, objectNames.lines);
    const table = fileLineTable(lines, stats.size);
    return new FsSource(handle, object.data, lines, createSparseLineIndex(table, lineCount));
  }

  async read(offset: number, byteLength: number): Promise<Uint8Array> {
    assertReadRange(offset, byteLength);
    const wanted = Math.max(0, Math.min(byteLength, this.byteLength - offset));
    const bytes = new Uint8Array(wanted);
    try {
      for (let filled = 0; filled < wanted; ) {
        const { bytesRead } = await this.#data.read(bytes, filled, wanted - filled, offset + filled);
        if (bytesRead === 0) throw damaged(this.handle.id, 'its data is cut short');
        filled += bytesRead;
      }
    } catch (error) {
      throw toReadError(error, this.handle.id);
    }
    return bytes;
  }

  async close(): Promise<void> {
    await Promise.all([this.#data.close(), this.#lines?.close()]);
  }
}
