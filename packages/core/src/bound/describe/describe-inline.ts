import { createDecoder } from '../../bytes/decode.ts';
import { detectEncoding } from '../../bytes/encoding.ts';
import { withDeclaredType } from '../../shape/binary/declared-type.ts';
import { detectShape } from '../../shape/shapes.ts';
import type { DescribeStart, DescribeStream } from './describe-stream.ts';

/**
 * Chooses encoding and shape from the first bytes and describes what follows, on this thread.
 *
 * Contract: `head` is not consumed: write it as well.
 */
export function describeInline({ head, complete, known, mediaType }: DescribeStart): DescribeStream {
  const encoding = known ?? detectEncoding(head, complete);
  const isTranscoded = encoding === 'utf-16le' || encoding === 'utf-16be';
  const decoder = isTranscoded ? createDecoder(encoding) : undefined;
  const shapeHead = isTranscoded ? createDecoder(encoding).write(head) : head;
  const shape = detectShape(shapeHead, complete, known === undefined && !isTranscoded ? undefined : encoding);
  const describer = shape.createDescriber();
  let byteLength = 0;
  return {
    encoding,
    write(chunk) {
      byteLength += chunk.length;
      describer.write(decoder === undefined ? chunk : decoder.write(chunk));
    },
    async end() {
      if (decoder !== undefined) describer.write(decoder.end());
      return withDeclaredType({ ...describer.end(), encoding, byteLength }, mediaType);
    },
    abort() {},
  };
}
