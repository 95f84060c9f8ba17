/** Keeps the last bytes of a stream. */
export interface TailWindow {
  write(chunk: Uint8Array): void;
  /** The bytes kept, at most as many as were asked for: a view that the next `write` changes. */
  bytes(): Uint8Array;
}

/**
 * Creates a window over the last `byteLength` bytes of a stream.
 *
 * Contract: memory of twice its size, whatever the stream; every byte is moved at most twice.
 */
export function createTailWindow(byteLength: number): TailWindow {
  const buffer = new Uint8Array(byteLength * 2);
  let end = 0;
  return {
    write(chunk) {
      const fresh = chunk.length > byteLength ? chunk.subarray(chunk.length - byteLength) : chunk;
      if (end + fresh.length > buffer.length) {
        const keep = Math.min(end, byteLength);
        buffer.copyWithin(0, end - keep, end);
        end = keep;
      }
      buffer.set(fresh, end);
      end += fresh.length;
    },
    bytes: () => buffer.subarray(Math.max(0, end - byteLength), end),
  };
}
