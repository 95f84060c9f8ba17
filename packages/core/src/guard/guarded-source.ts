import type { ByteSource } from '../bytes/byte-source.ts';
import { keyRefused, keyUndecided } from './key-errors.ts';
import type { KeyPolicy } from './key-mode.ts';
import type { KeyRange } from './key-range.ts';
import { createKeyScanner, type KeyScanner } from './key-scanner.ts';
import { countWithheldIn, maskRanges, rangesWithin } from './mask.ts';
import { scanKeys } from './scan.ts';
import { maxLookBackBytes, withheldInWindow } from './withheld-in-window.ts';

/** A live source of which key bodies cannot be read. */
export interface GuardedSource extends ByteSource {
  /** Counts the bytes of key bodies in `[start, end)`. */
  withheldIn(start: number, end: number): Promise<number>;
}

/** A source up to this size is scanned whole, when it is first read. */
const wholeBytes = 4_194_304;
/** Reads that follow one another and are as large as this are a scan. */
const minScanBytes = 32_768;
/** A window is taken larger than what was asked for, as what is read next is near. */
const marginBytes = 16_384;
/** What a scan reads at a time at least. */
const stepBytes = 65_536;
/** Ranges this far behind a scan are forgotten. */
const rememberedBytes = 4_194_304;

/**
 * Masks the key bodies of a live source.
 *
 * Contract: `read` gives as many bytes as the source's own, with every key body masked in its length, so that positions
 * and lines stay. A small source is scanned whole once; of a larger one a read looks back, see `withheldInWindow`, and
 * reads that follow one another are scanned as a stream. The source itself is never changed.
 * @throws SpillwayError from `read`: `key-undecided`; with the policy `refuse`, `key-refused` for a part with a key.
 */
export function createGuardedSource(source: ByteSource, policy: KeyPolicy): GuardedSource {
  const finder = new RangeFinder(source);
  return {
    byteLength: source.byteLength,
    async read(offset, byteLength) {
      const end = Math.min(source.byteLength, offset + byteLength);
      const found = await finder.within(offset, end);
      if (found.ranges.length > 0 && policy === 'refuse') throw keyRefused(countWithheldIn(found.ranges, offset, end));
      const bytes = found.bytes?.slice() ?? (await source.read(offset, byteLength));
      maskRanges(bytes, offset, found.ranges);
      return bytes;
    },
    withheldIn: async (start, end) => countWithheldIn((await finder.within(start, end)).ranges, start, end),
    close: () => source.close(),
  };
}

interface Found {
  readonly ranges: readonly KeyRange[];
  /** The bytes asked for, where they were read to find the ranges; not to be changed. */
  readonly bytes?: Uint8Array;
}

interface Known {
  readonly start: number;
  readonly ranges: readonly KeyRange[];
  readonly bytes: Uint8Array;
}

interface Stream {
  readonly scanner: KeyScanner;
  /** Position of the scanner's first byte. */
  readonly base: number;
  /** From here on all ranges are remembered. */
  start: number;
  written: number;
  ranges: KeyRange[];
}

/** Finds ranges in the way that the reads call for; one call after the other. */
class RangeFinder {
  readonly #source: ByteSource;
  #known: Known | undefined;
  #stream: Stream | undefined;
  #lastEnd = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(source: ByteSource) {
    this.#source = source;
  }

  within(start: number, end: number): Promise<Found> {
    const found = this.#turn.then(() => this.#find(start, end));
    this.#turn = found.catch(() => undefined);
    return found;
  }

  async #find(start: number, end: number): Promise<Found> {
    if (end <= start) return { ranges: [] };
    const follows = start === this.#lastEnd && end - start >= minScanBytes;
    this.#lastEnd = end;
    const known = this.#known;
    if (known !== undefined && start >= known.start && end <= known.start + known.bytes.length) {
      return partOf(known, start, end);
    }
    const stream = this.#stream;
    if (stream !== undefined && start >= stream.start && start <= stream.written) {
      return { ranges: await this.#follow(stream, start, end) };
    }
    if (this.#source.byteLength <= wholeBytes) return this.#scanWhole(start, end);
    if (follows) return { ranges: await this.#follow(await this.#startStream(start), start, end) };
    return this.#lookAround(start, end);
  }

  async #scanWhole(start: number, end: number): Promise<Found> {
    const bytes = await this.#source.read(0, this.#source.byteLength);
    this.#known = { start: 0, bytes, ranges: scanKeys(bytes) };
    return partOf(this.#known, start, end);
  }

  async #lookAround(start: number, end: number): Promise<Found> {
    const first = Math.max(0, start - marginBytes);
    const scan = await withheldInWindow(this.#source, first, Math.min(this.#source.byteLength, end + marginBytes));
    if (scan.isDecided) {
      this.#known = { start: first, ...scan };
      return partOf(this.#known, start, end);
    }
    // What stands before the margin may be in doubt where what was asked for is not.
    const own = await withheldInWindow(this.#source, start, end);
    if (!own.isDecided) throw keyUndecided(start);
    return own;
  }

  /** A scan that begins later than the source looks back as far as a page ever does. */
  async #startStream(start: number): Promise<Stream> {
    if (start > 0) await this.#lookAround(start, start + 1);
    const base = Math.max(0, start - maxLookBackBytes - (start % 2));
    this.#stream = { scanner: createKeyScanner(), base, start, written: base, ranges: [] };
    return this.#stream;
  }

  async #follow(stream: Stream, start: number, end: number): Promise<readonly KeyRange[]> {
    const { byteLength } = this.#source;
    while (stream.base + stream.scanner.decidedTo < end) {
      const chunk = await this.#source.read(stream.written, Math.max(stepBytes, end + stepBytes - stream.written));
      stream.written += chunk.length;
      const found = chunk.length === 0 ? [] : stream.scanner.write(chunk);
      if (stream.written >= byteLength || chunk.length === 0) found.push(...stream.scanner.end());
      for (const range of found) {
        stream.ranges.push({ ...range, start: range.start + stream.base, end: range.end + stream.base });
      }
      if (chunk.length === 0) break;
    }
    if (start - stream.start > 2 * rememberedBytes) {
      stream.start = start - rememberedBytes;
      stream.ranges = stream.ranges.filter((range) => range.end > stream.start);
    }
    return rangesWithin(stream.ranges, start, end);
  }
}

function partOf({ start: first, ranges, bytes }: Known, start: number, end: number): Found {
  return { ranges: rangesWithin(ranges, start, end), bytes: bytes.subarray(start - first, end - first) };
}
