import type { ByteSource } from '@spillway/core';

const frameMagic = 0xfd2fb528;
/** The last four bits are free: frames that hold no content. */
const skippableMagic = 0x184d2a50;
/** Magic, descriptor, window, dictionary and content size. */
const maxHeaderBytes = 18;
const blockHeaderBytes = 3;
const runLengthBlock = 1;

/**
 * Tells whether zstd frames end where their source does (RFC 8878, section 3.1), which not every decoder reports.
 *
 * Contract: reads the headers of frames and blocks alone; a block has up to 128 KiB.
 */
export async function hasWholeFrames(source: ByteSource): Promise<boolean> {
  let offset = 0;
  while (offset < source.byteLength) {
    const end = await frameEnd(source, offset);
    if (end === undefined || end > source.byteLength) return false;
    offset = end;
  }
  return true;
}

/** Where the frame that starts here ends; may lie beyond the source. */
async function frameEnd(source: ByteSource, start: number): Promise<number | undefined> {
  const header = Buffer.from(await source.read(start, maxHeaderBytes));
  if (header.length < 6) return undefined;
  const magic = header.readUInt32LE(0);
  if (magic >>> 4 === skippableMagic >>> 4) {
    return header.length < 8 ? undefined : start + 8 + header.readUInt32LE(4);
  }
  if (magic !== frameMagic) return undefined;
  const descriptor = header[4] as number;
  const isSingle = (descriptor & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] as number;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] as number;
  const checksumBytes = (descriptor & 4) === 0 ? 0 : 4;
  const blocks = start + 5 + (isSingle ? 0 : 1) + dictionaryBytes + sizeBytes;
  const end = await blocksEnd(source, blocks);
  return end === undefined ? undefined : end + checksumBytes;
}

async function blocksEnd(source: ByteSource, start: number): Promise<number | undefined> {
  for (let offset = start; ; ) {
    const bytes = await source.read(offset, blockHeaderBytes);
    if (bytes.length < blockHeaderBytes) return undefined;
    const header = Buffer.from(bytes).readUIntLE(0, blockHeaderBytes);
    const isRunLength = ((header >> 1) & 3) === runLengthBlock;
    offset += blockHeaderBytes + (isRunLength ? 1 : header >> 3);
    if ((header & 1) === 1) return offset;
  }
}
