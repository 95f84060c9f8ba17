import { detectEncoding } from '../../bytes/encoding.ts';
import { countLines } from '../../bytes/lines.ts';
import { createGuardedSource } from '../../guard/guarded-source.ts';
import type { KeyMode } from '../../guard/key-mode.ts';
import { createMemorySource } from './memory-source.ts';
import type { ReadTarget } from './target.ts';

/**
 * Makes bytes in memory readable; `identity` is that of what they were made from.
 *
 * Contract: what is read of them has no key bodies, see `createGuardedSource`, unless `keys` says otherwise.
 */
export function bytesTarget(
  bytes: Uint8Array,
  identity: Pick<ReadTarget, 'identify' | 'checkCursor'>,
  keys: KeyMode = 'redact',
): ReadTarget {
  const encoding = detectEncoding(bytes, true);
  const source = createMemorySource(bytes);
  const guarded = keys === 'include' ? undefined : createGuardedSource(source, keys);
  return {
    ...identity,
    source: guarded ?? source,
    ...(guarded !== undefined && { withheldIn: guarded.withheldIn }),
    encoding,
    ...(encoding !== 'binary' && { lineCount: countLines(bytes, encoding) }),
  };
}
