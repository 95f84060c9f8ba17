import type { ByteSource } from '../../bytes/byte-source.ts';

/**
 * Creates a source over bytes in memory.
 *
 * Contract: the array is not copied and must not change while the source is in use; `read` returns copies.
 */
export function createMemorySource(bytes: Uint8Array): ByteSource {
  return {
    byteLength: bytes.length,
    read: async (offset, byteLength) => bytes.slice(offset, offset + byteLength),
    close: async () => {},
  };
}
