import type { ByteSource } from '../../bytes/byte-source.ts';
import type { Pace } from '../pace.ts';

/** Fewer and larger reads cost less than the copies they wait for. */
const chunkBytes = 1_048_576;

/**
 * Reads a range of a source in large chunks, the next one while the last is worked on.
 *
 * Contract: a chunk is valid until the next is asked for. All but the last have the same even length. The event loop
 * gets its turns. Ends early where the source does.
 * @throws SpillwayError `aborted`, or what the source throws.
 */
export async function* scanSource(
  source: ByteSource,
  start: number,
  end: number,
  pace: Pace,
): AsyncGenerator<Uint8Array, void, void> {
  const buffers = [new Uint8Array(chunkBytes), new Uint8Array(chunkBytes)] as const;
  const readAt = (offset: number, turn: number): Promise<Uint8Array> => {
    const byteLength = Math.min(chunkBytes, end - offset);
    return source.readInto === undefined
      ? source.read(offset, byteLength)
      : readInto(source.readInto, buffers[turn % 2] as Uint8Array, offset, byteLength);
  };
  let pending: Promise<Uint8Array> | undefined = start < end ? readAt(start, 0) : undefined;
  try {
    for (let offset = start, turn = 1; pending !== undefined; turn++) {
      const bytes = await pending;
      pending = undefined;
      if (bytes.length === 0) return;
      offset += bytes.length;
      if (offset < end) pending = readAt(offset, turn);
      yield bytes;
      if (pace.isDue()) await pace.rest();
    }
  } finally {
    await pending?.catch(() => undefined);
  }
}

async function readInto(
  read: NonNullable<ByteSource['readInto']>,
  buffer: Uint8Array,
  offset: number,
  byteLength: number,
): Promise<Uint8Array> {
  const bytes = buffer.subarray(0, byteLength);
  return bytes.subarray(0, await read(bytes, offset));
}
