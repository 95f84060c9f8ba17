import { formatBytes } from '../bytes/count-words.ts';
import { formatNote } from '../bytes/gutter.ts';
import { formatHexDump } from '../bytes/hex-dump.ts';
import { detectBinaryMediaType } from '../bytes/media-type.ts';
import { unknownType } from './binary/declared-type.ts';
import { type Dimensions, readDimensions } from './binary/dimensions.ts';
import { PreviewWriter } from './parts/preview-writer.ts';
import type { Describer, Description, Shape } from './shape.ts';

/** Enough for the size of a picture behind its embedded profiles and thumbnails. */
const headBytes = 262_144;
const shownBytes = 64;

interface BinaryDetails {
  /** Rows of a hex dump of the first bytes. */
  readonly rows: readonly string[];
}

/**
 * Content that is no text: named by type, size and dimensions, its first 64 bytes as a hex dump, never as base64.
 *
 * Contract: chosen by encoding, before any other shape is asked.
 */
export const binaryShape: Shape = {
  name: 'binary',
  detect: () => 0,
  createDescriber: createBinaryDescriber,
  preview(description, maxBytes) {
    const { rows } = description.details as BinaryDetails;
    const writer = new PreviewWriter(maxBytes);
    writer.addAll(rows.map(formatNote));
    return writer.toString();
  },
  suggest: ({ byteLength }) => (byteLength === 0 ? [] : [{ kind: 'offset', offset: 0 }]),
};

function createBinaryDescriber(): Describer {
  const head = new Uint8Array(headBytes);
  let headLength = 0;
  let byteLength = 0;
  return {
    write(chunk) {
      byteLength += chunk.length;
      const missing = chunk.subarray(0, headBytes - headLength);
      head.set(missing, headLength);
      headLength += missing.length;
    },
    end: () => describe(head.subarray(0, headLength), byteLength),
  };
}

function describe(head: Uint8Array, byteLength: number): Description {
  const mediaType = detectBinaryMediaType(head) ?? unknownType;
  const dimensions = readDimensions(mediaType, head);
  const details: BinaryDetails = { rows: formatHexDump(head.subarray(0, shownBytes)).split('\n').slice(0, -1) };
  return {
    shape: 'binary',
    headline: [mediaType, ...formatDimensions(dimensions), formatBytes(byteLength)].join(', '),
    mediaType,
    encoding: 'binary',
    byteLength,
    details,
  };
}

function formatDimensions(dimensions: Dimensions | undefined): string[] {
  return dimensions === undefined ? [] : [`${dimensions.width}×${dimensions.height}`];
}
