import type { LineScanner } from './line-scanner.ts';

/** The first line of a template, and where its variables lie in it. */
export interface Example {
  /** The last frame of the line, as far as it decides about the template. */
  readonly bytes: Uint8Array;
  /** Bytes of the whole line. */
  readonly lineBytes: number;
  /** Where the leading timestamp ends; 0 where there is none. */
  readonly stampEnd: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** True when variables follow that are in neither list. */
  readonly hasMore: boolean;
  readonly isCoarse: boolean;
}

/** Copies what the scanner has just read. Contract: `end` is where the frame ends, without carriage returns. */
export function takeExample(
  scanner: LineScanner,
  bytes: Uint8Array,
  end: number,
  line: { lineBytes: number; isCoarse: boolean },
): Example {
  const { frameStart, variableCount } = scanner;
  const shift = (positions: Int32Array) => positions.slice(0, variableCount).map((at) => at - frameStart);
  return {
    bytes: bytes.slice(frameStart, end),
    ...line,
    stampEnd: scanner.stampEnd - frameStart,
    starts: shift(scanner.starts),
    ends: shift(scanner.ends),
    hasMore: scanner.hasMore,
  };
}
