import { type ByteSource, createPace } from '@spillway/core';
import { type Compression, createInflater } from './compression.ts';
import { hasWholeFrames } from './zstd-frames.ts';

/** How an unpacking ended. */
export interface InflateEnd {
  /** `damaged`: what came before the damage was given; `stopped`: there is more than was to be unpacked. */
  readonly state: 'whole' | 'damaged' | 'stopped';
  /** Bytes of the packed source that were taken. */
  readonly inputBytes: number;
}

/** A small piece may become a thousand times as much. */
const pieceBytes = 16_384;

/**
 * Unpacks a source piece by piece.
 *
 * Contract: gives at most `maxBytes` and a piece, and holds no more than what one piece becomes, 16 MiB at most. Returns
 * how it ended; never throws for what is wrong with the packed data.
 * @throws SpillwayError `aborted`, `encoding-unsupported`, or what the source throws.
 */
export async function* inflate(
  source: ByteSource,
  compression: Compression,
  options: { readonly maxBytes: number; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<Uint8Array, InflateEnd, void> {
  const pace = createPace(options.signal);
  const inflater = createInflater(compression);
  const unpacked: Uint8Array[] = [];
  let failure: unknown;
  inflater.on('data', (chunk: Uint8Array) => unpacked.push(chunk));
  inflater.on('error', (error) => {
    failure = error;
  });
  let produced = 0;
  try {
    for (let offset = 0; offset < source.byteLength && failure === undefined; ) {
      if (pace.isDue()) await pace.rest();
      const piece = await source.read(offset, pieceBytes);
      if (piece.length === 0) break;
      offset += piece.length;
      await settled(inflater, (done) => inflater.write(piece, done));
      for (const chunk of unpacked.splice(0)) {
        yield chunk;
        produced += chunk.length;
      }
      if (produced > options.maxBytes) return { state: 'stopped', inputBytes: offset };
    }
    if (failure === undefined) await settled(inflater, () => inflater.end());
    yield* unpacked.splice(0);
    const isWhole = failure === undefined && (compression !== 'zstd' || (await hasWholeFrames(source)));
    return { state: isWhole ? 'whole' : 'damaged', inputBytes: inflater.bytesWritten };
  } finally {
    inflater.destroy();
  }
}

/** Waits until a step says that it is done, or the stream has failed or come to its end, after which none says so. */
async function settled(
  stream: NodeJS.EventEmitter,
  step: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const events = ['error', 'end', 'close'];
    const done = (): void => {
      for (const event of events) stream.off(event, done);
      resolve();
    };
    for (const event of events) stream.once(event, done);
    step(done);
  });
}
