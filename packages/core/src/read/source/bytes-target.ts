import { detectEncoding } from '../../bytes/encoding.ts';
import { countLines } from '../../bytes/lines.ts';
import { createMemorySource } from './memory-source.ts';
import type { ReadTarget } from './target.ts';

/** Makes bytes in memory readable; `identity` is that of what they were made from. */
export function bytesTarget(bytes: Uint8Array, identity: Pick<ReadTarget, 'identify' | 'checkCursor'>): ReadTarget {
  const encoding = detectEncoding(bytes, true);
  return {
    ...identity,
    source: createMemorySource(bytes),
    encoding,
    ...(encoding !== 'binary' && { lineCount: countLines(bytes, encoding) }),
  };
}
