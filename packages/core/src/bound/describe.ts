import type { TextEncoding } from '../bytes/byte-source.ts';
import { createDecoder } from '../bytes/decode.ts';
import { detectEncoding } from '../bytes/encoding.ts';
import type { Description } from '../shape/shape.ts';
import { detectShape } from '../shape/shapes.ts';

/** Describes one content of any encoding while it streams. */
export interface DescribeStream {
  readonly encoding: TextEncoding;
  /** Takes the raw bytes, in any chunking. */
  write(chunk: Uint8Array): void;
  end(): Promise<Description>;
}

/**
 * Chooses encoding and shape from the first bytes and describes what follows.
 *
 * Contract: `head` is not consumed: write it as well. `complete` says that it is the whole content; `known` is the
 * encoding where the producer said it.
 */
export function describeStream(head: Uint8Array, complete: boolean, known?: TextEncoding): DescribeStream {
  const encoding = known ?? detectEncoding(head, complete);
  const isTranscoded = encoding === 'utf-16le' || encoding === 'utf-16be';
  const decoder = isTranscoded ? createDecoder(encoding) : undefined;
  const shapeHead = isTranscoded ? createDecoder(encoding).write(head) : head;
  const describer = detectShape(shapeHead, complete, known === undefined ? undefined : encoding).createDescriber();
  let byteLength = 0;
  return {
    encoding,
    write(chunk) {
      byteLength += chunk.length;
      describer.write(decoder === undefined ? chunk : decoder.write(chunk));
    },
    async end() {
      if (decoder !== undefined) describer.write(decoder.end());
      return { ...describer.end(), encoding, byteLength };
    },
  };
}
