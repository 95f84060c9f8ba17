import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { maxLineBytes } from './record-line.ts';

const chunkBytes = 262_144;
const lineFeed = 10;

/** A line as it lies in a file, without its line feed. */
export interface RawLine {
  readonly byteOffset: number;
  readonly byteLength: number;
  /** Absent when the line is not whole, or longer than any string. */
  readonly bytes?: Buffer;
  /** False for a last line without a line feed. */
  readonly isWhole: boolean;
  /** Whether the bytes are UTF-8. */
  readonly isUtf8: boolean;
}

/** What is read of a file. */
export interface LineRange {
  /** Where a line begins. */
  readonly from: number;
  /** Asked again and again: where the file ends by now. Default: where nothing more can be read. */
  readonly end?: () => number;
}

/**
 * Reads the lines of a file, those of a chunk at a time.
 *
 * Contract: the bytes of a line are good until the next lines are asked for. Memory is a chunk and the longest line.
 */
export async function* readLines(
  file: FileHandle,
  { from, end = () => Infinity }: LineRange,
): AsyncGenerator<RawLine[]> {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let offset = from;
  let filled = 0;
  for (;;) {
    const readBytes = await readAt(file, chunk.subarray(filled), offset + filled, end());
    if (readBytes === 0) break;
    filled += readBytes;
    const lines = linesIn(chunk.subarray(0, filled), offset);
    const last = lines.at(-1);
    if (last !== undefined) {
      yield lines;
      const used = last.byteOffset + last.byteLength + 1 - offset;
      chunk.copyWithin(0, used, filled);
      offset += used;
      filled -= used;
    } else if (filled === chunk.length) {
      const line = await readLongLine(file, offset, end(), chunk);
      yield [line];
      if (!line.isWhole) return;
      offset += line.byteLength + 1;
      filled = 0;
    }
  }
  if (filled > 0) yield [{ byteOffset: offset, byteLength: filled, isWhole: false, isUtf8: false }];
}

/** Reads at most up to `end`. Returns how many bytes were read: none at the end. */
async function readAt(file: FileHandle, into: Buffer, position: number, end: number): Promise<number> {
  const length = Math.min(into.length, end - position);
  return length <= 0 ? 0 : (await file.read(into, 0, length, position)).bytesRead;
}

function linesIn(bytes: Buffer, offset: number): RawLine[] {
  const lines: RawLine[] = [];
  // As a rule all are, and that is known at once.
  const areUtf8 = isUtf8(bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1));
  for (let from = 0, to = bytes.indexOf(lineFeed); to >= 0; from = to + 1, to = bytes.indexOf(lineFeed, from)) {
    const line = bytes.subarray(from, to);
    lines.push({
      byteOffset: offset + from,
      byteLength: to - from,
      bytes: line,
      isWhole: true,
      isUtf8: areUtf8 || isUtf8(line),
    });
  }
  return lines;
}

/** Finds the end of a line first, so that its bytes are held once. */
async function readLongLine(file: FileHandle, from: number, end: number, chunk: Buffer): Promise<RawLine> {
  let isWhole = false;
  let to = from;
  for (let readBytes = -1; readBytes !== 0 && !isWhole; ) {
    readBytes = await readAt(file, chunk, to, end);
    const at = chunk.subarray(0, readBytes).indexOf(lineFeed);
    isWhole = at >= 0;
    to += isWhole ? at : readBytes;
  }
  const line = { byteOffset: from, byteLength: to - from, isWhole, isUtf8: false };
  if (!isWhole || line.byteLength > maxLineBytes) return line;
  const bytes = Buffer.allocUnsafe(line.byteLength);
  for (let filled = 0; filled < bytes.length; ) {
    const readBytes = await readAt(file, bytes.subarray(filled), from + filled, to);
    if (readBytes === 0) return { ...line, isWhole: false };
    filled += readBytes;
  }
  return { ...line, bytes, isUtf8: isUtf8(bytes) };
}
