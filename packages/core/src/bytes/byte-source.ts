/**
 * Random access to a fixed run of bytes: a stored result, a plain file, a buffer. Readers stand on this alone.
 *
 * Contract: `byteLength` never changes while the source is open (a growing file is seen at its size when opened).
 * `read` returns the bytes of `[offset, offset + byteLength)` that exist, so fewer only at the end, and never more; the
 * caller owns the returned array. `close` may be called more than once.
 */
export interface ByteSource {
  readonly byteLength: number;
  read(offset: number, byteLength: number): Promise<Uint8Array>;
  /** Reads into an array of the caller's, which saves making one; returns the bytes read. */
  readInto?(bytes: Uint8Array, offset: number): Promise<number>;
  close(): Promise<void>;
}

/** How the bytes of a source become text. `binary` is shown as a hex dump. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'binary';

/**
 * Finds lines without reading a source from its start.
 *
 * Contract: `floor(line)` returns the last known line start at or before 1-based `line`; `floorOffset(offset)` the last
 * known line start at or before a byte offset. Both return line 1 at offset 0 when nothing nearer is known.
 */
export interface LineIndex {
  /** Lines in the whole source; a last newline is not a line. Absent where unknown. */
  readonly lineCount?: number;
  /** Where stated, every line start lies less than this many bytes after a known one. */
  readonly strideBytes?: number;
  /** Where stated, nothing is known of the lines that start after this many bytes; else all of the source is known. */
  readonly scannedBytes?: number;
  floor(line: number): Promise<{ line: number; offset: number }>;
  floorOffset(offset: number): Promise<{ line: number; offset: number }>;
}
