import type { FileHandle } from 'node:fs/promises';
import type { LineRange } from './read-lines.ts';
import { readRange } from './read-range.ts';
import { prefixBytes, seqOf } from './record-line.ts';

/** A range that is read as fast as it is halved. */
const nearBytes = 262_144;
const chunkBytes = 65_536;

/**
 * Finds a place from which an event is soon met: the start of a line, at or before that of the event.
 *
 * Contract: costs some reads for each doubling of the record's size, and a scan of the lines that lie there.
 */
export async function seekEvent(file: FileHandle, range: LineRange, seq: number): Promise<number> {
  let low = range.from;
  let high = Math.min(range.end?.() ?? Infinity, (await file.stat()).size);
  while (seq > 1 && high - low > nearBytes) {
    const middle = low + Math.floor((high - low) / 2);
    const found = await numberedLineAfter(file, middle, high);
    if (found !== undefined && found.seq < seq) low = found.byteOffset;
    else high = middle;
  }
  return low;
}

/** Finds the first line that begins in a range, behind its first byte, and has a number. */
async function numberedLineAfter(
  file: FileHandle,
  from: number,
  end: number,
): Promise<{ byteOffset: number; seq: number } | undefined> {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  for (let offset = from; offset < end; ) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, end - offset), offset);
    if (bytesRead === 0) return undefined;
    const bytes = chunk.subarray(0, bytesRead);
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
      const byteOffset = offset + at + 1;
      const seq = byteOffset < end ? await seqAt(file, byteOffset) : undefined;
      if (seq !== undefined) return { byteOffset, seq };
    }
    offset += bytesRead;
  }
  return undefined;
}

/** Reads the number of the line that begins at a position. */
export async function seqAt(file: FileHandle, byteOffset: number): Promise<number | undefined> {
  return seqOf(await readRange(file, byteOffset, byteOffset + prefixBytes));
}
