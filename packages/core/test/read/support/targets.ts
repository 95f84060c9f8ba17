import { createHash } from 'node:crypto';
import type { TextEncoding } from '../../../src/bytes/byte-source.ts';
import { createLineIndexBuilder } from '../../../src/bytes/line-index-builder.ts';
import type { Handle } from '../../../src/handle/handle.ts';
import { handleTarget } from '../../../src/read/source/handle-target.ts';
import { createMemorySource } from '../../../src/read/source/memory-source.ts';
import type { ReadTarget } from '../../../src/read/source/target.ts';
import type { StoredSource } from '../../../src/store/store.ts';

/** Bytes handed out by a source, to see what a reader costs. */
export interface ReadLog {
  calls: number;
  bytes: number;
}

/** A stored result in memory, with a sparse line index of its own. */
export function storedSource(
  content: string | Uint8Array,
  options: { encoding?: TextEncoding; strideBytes?: number; id?: string; log?: ReadLog } = {},
): StoredSource {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const encoding = options.encoding ?? 'utf-8';
  const strideBytes = options.strideBytes ?? 64;
  const builder = createLineIndexBuilder(encoding, strideBytes);
  const entries = [{ line: 1, offset: 0 }, ...builder.write(bytes)];
  const { lineCount } = builder.end();
  const source = createMemorySource(bytes);
  const { log } = options;
  const last = (isAtOrBefore: (entry: { line: number; offset: number }) => boolean) =>
    entries.filter(isAtOrBefore).at(-1) ?? { line: 1, offset: 0 };
  const handle: Handle = {
    id: options.id ?? 'r_k7m2q9xd',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    byteLength: bytes.length,
    producedBytes: bytes.length,
    mediaType: 'text/plain',
    encoding,
    ...(lineCount !== undefined && { lineCount }),
    shape: 'log',
    headline: `log, ${lineCount} lines`,
    scope: 'test',
    createdAt: Date.UTC(2026, 10, 30),
    provenance: [{ toolName: 'query_orders', at: Date.UTC(2026, 10, 30) }],
    withheld: [],
  };
  return {
    handle,
    byteLength: bytes.length,
    lineIndex: {
      ...(lineCount !== undefined && { lineCount }),
      strideBytes,
      floor: async (line) => last((entry) => entry.line <= line),
      floorOffset: async (offset) => last((entry) => entry.offset <= offset),
    },
    read: async (offset, byteLength) => {
      const part = await source.read(offset, byteLength);
      if (log !== undefined) {
        log.calls++;
        log.bytes += part.length;
      }
      return part;
    },
    close: source.close,
  };
}

/** A stored result in memory, ready to be read. */
export function memoryTarget(
  content: string | Uint8Array,
  options: Parameters<typeof storedSource>[1] = {},
): ReadTarget {
  return handleTarget(storedSource(content, options));
}

/** Joins byte arrays. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

/** Encodes text as UTF-16, with a byte order mark if asked. */
export function utf16(text: string, order: 'le' | 'be', withMark = true): Uint8Array {
  const units = (withMark ? `\ufeff${text}` : text).split('').map((char) => char.charCodeAt(0));
  return Uint8Array.from(units.flatMap((unit) => (order === 'le' ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])));
}

/** A target whose reading is aborted while it goes on, and the signal that says so. */
export function abortedTarget(target: ReadTarget, afterReads: number): { target: ReadTarget; signal: AbortSignal } {
  const controller = new AbortController();
  let reads = 0;
  const { source } = target;
  const read: ReadTarget['source']['read'] = (offset, byteLength) => {
    if (++reads === afterReads) controller.abort();
    return source.read(offset, byteLength);
  };
  return { target: { ...target, source: { ...source, read } }, signal: controller.signal };
}
