import type { FileHandle } from 'node:fs/promises';

/** Reads the bytes of a file in a range, fewer where it ends before. */
export async function readRange(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(to - from);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
  return bytes.subarray(0, bytesRead);
}
