import type { ByteSource } from '../../../src/bytes/byte-source.ts';

/** Makes a source of bytes in memory; `onRead` hears how many are read. */
export function bytesSource(bytes: Uint8Array, onRead: (byteLength: number) => void = () => {}): ByteSource {
  return {
    byteLength: bytes.length,
    async read(offset, byteLength) {
      const part = bytes.slice(offset, offset + byteLength);
      onRead(part.length);
      return part;
    },
    async close() {},
  };
}
