import { type ByteSource, createPace, type Pace } from '@spillway/core';
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
 * how it ended; never throws for what is wrong with the packed data, and gives all that lies before the damage.
 * @throws SpillwayError `aborted`, `encoding-unsupported`, or what the source throws.
 */
export async function* inflate(
  source: ByteSource,
  compression: Compression,
  options: { readonly maxBytes: number; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<Uint8Array, InflateEnd, void> {
  const pace = createPace(options.signal);
  const stream = openStream(compression);
  let produced = 0;
  let offset = 0;
  try {
    while (offset < source.byteLength && !stream.hasFailed()) {
      if (pace.isDue()) await pace.rest();
      const piece = await source.read(offset, pieceBytes);
      if (piece.length === 0) break;
      for (const chunk of await stream.write(piece)) {
        yield chunk;
        produced += chunk.length;
      }
      if (stream.hasFailed()) break;
      offset += piece.length;
      if (produced > options.maxBytes) return { state: 'stopped', inputBytes: offset };
    }
    if (stream.hasFailed()) {
      const inputBytes = yield* salvage(source, compression, { offset, produced, pace });
      return { state: 'damaged', inputBytes };
    }
    yield* await stream.end();
    const isWhole = !stream.hasFailed() && (compression !== 'zstd' || (await hasWholeFrames(source)));
    return { state: isWhole ? 'whole' : 'damaged', inputBytes: stream.bytesWritten() };
  } finally {
    stream.close();
  }
}

/**
 * Gives what a piece holds before the place where it is damaged, which a stream that fails keeps to itself.
 *
 * Contract: unpacks all up to the piece again, and the piece byte by byte; gives what lies behind the first `produced`
 * bytes. Returns the place of the damage in the source.
 */
async function* salvage(
  source: ByteSource,
  compression: Compression,
  { offset, produced, pace }: { readonly offset: number; readonly produced: number; readonly pace: Pace },
): AsyncGenerator<Uint8Array, number, void> {
  const stream = openStream(compression);
  let known = produced;
  let at = 0;
  try {
    while (at < source.byteLength) {
      if (pace.isDue()) await pace.rest();
      const piece = await source.read(at, at < offset ? Math.min(pieceBytes, offset - at) : 1);
      if (piece.length === 0) break;
      const chunks = await stream.write(piece);
      for (const chunk of chunks) {
        const fresh = chunk.subarray(Math.min(known, chunk.length));
        known -= chunk.length - fresh.length;
        if (fresh.length > 0) yield fresh;
      }
      if (stream.hasFailed()) break;
      at += piece.length;
    }
    return at;
  } finally {
    stream.close();
  }
}

interface InflateStream {
  /** Returns what a piece becomes. */
  write(piece: Uint8Array): Promise<Uint8Array[]>;
  end(): Promise<Uint8Array[]>;
  hasFailed(): boolean;
  /** Bytes of the packed source that were taken. */
  bytesWritten(): number;
  close(): void;
}

function openStream(compression: Compression): InflateStream {
  const inflater = createInflater(compression);
  const unpacked: Uint8Array[] = [];
  let hasFailed = false;
  inflater.on('data', (chunk: Uint8Array) => unpacked.push(chunk));
  inflater.on('error', () => {
    hasFailed = true;
  });
  const step = async (work: (done: (error?: Error | null) => void) => void): Promise<Uint8Array[]> => {
    await settled(inflater, work);
    return unpacked.splice(0);
  };
  return {
    write: (piece) => step((done) => inflater.write(piece, done)),
    end: () => step(() => inflater.end()),
    hasFailed: () => hasFailed,
    bytesWritten: () => inflater.bytesWritten,
    close: () => inflater.destroy(),
  };
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
