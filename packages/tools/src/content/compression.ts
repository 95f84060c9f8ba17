import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { SpillwayError } from '@spillway/core';

/** How the content of a file is packed. */
export type Compression = 'gzip' | 'zstd';

/** Bytes from the start that tell. */
export const compressionHeadBytes = 4;

/** What it gives at once. */
const chunkBytes = 262_144;

interface CompressionRow {
  readonly magic: readonly number[];
  readonly name: RegExp;
  /** Absent where this Node cannot unpack it. */
  readonly createInflater?: (options: { readonly chunkSize: number }) => Transform & { readonly bytesWritten: number };
}

/** Node has Zstandard from 22.15 and 23.8 on; the types are those of the oldest Node that is supported. */
const { createZstdDecompress } = zlib as unknown as { createZstdDecompress?: CompressionRow['createInflater'] };

const rows: Readonly<Record<Compression, CompressionRow>> = {
  gzip: { magic: [0x1f, 0x8b, 0x08], name: /\.t?gz$/i, createInflater: (options) => zlib.createGunzip(options) },
  zstd: {
    magic: [0x28, 0xb5, 0x2f, 0xfd],
    name: /\.zst$/i,
    ...(createZstdDecompress !== undefined && { createInflater: createZstdDecompress }),
  },
};

const entries = Object.entries(rows) as [Compression, CompressionRow][];

/**
 * Tells from its first bytes whether a file is compressed; its name does not decide, as a rotated log may have any.
 *
 * Contract: `head` are the first `compressionHeadBytes` bytes, or all there are.
 */
export function detectCompression(head: Uint8Array): Compression | undefined {
  return find(({ magic }) => magic.every((byte, at) => head[at] === byte));
}

/** Tells what a file is compressed with by its name. */
export function compressionByName(path: string): Compression | undefined {
  return find(({ name }) => name.test(path));
}

function find(isIt: (row: CompressionRow) => boolean): Compression | undefined {
  return entries.find(([, row]) => isIt(row))?.[0];
}

/** Creates what unpacks it. @throws SpillwayError `encoding-unsupported` where this Node cannot. */
export function createInflater(compression: Compression): Transform & { readonly bytesWritten: number } {
  const { createInflater: create } = rows[compression];
  if (create !== undefined) return create({ chunkSize: chunkBytes });
  throw new SpillwayError({
    code: 'encoding-unsupported',
    message: `compressed with ${compression}, which Node ${process.versions.node} cannot unpack; Node 22.15 or newer can`,
    modelText:
      `The file is compressed with ${compression}, which cannot be unpacked here (it takes Node 22.15 or newer). ` +
      'Read it with encoding "binary" to see its bytes, or ask the user to unpack it.',
  });
}
