import type { KeyRange } from './key-range.ts';
import { Scan } from './scan.ts';
import { ScanWindow } from './scan-window.ts';

/** Finds the bodies of private keys in a stream of bytes. */
export interface KeyScanner {
  /** Every byte before this position is decided: the ranges that lie there have been returned. */
  readonly decidedTo: number;
  /** Takes the next bytes; returns the runs of key bodies decided by now that were not returned before, rising. */
  write(chunk: Uint8Array): KeyRange[];
  /** Ends the stream and returns the rest. */
  end(): KeyRange[];
}

/** Chunks are looked at in slices of this size at most. */
export const sliceBytes = 262_144;

/**
 * Creates a scanner for one stream.
 *
 * Contract: positions are those of the stream. The ranges depend on the bytes alone, not on how they are cut into
 * chunks. A chunk is copied and not kept. Memory is at most a megabyte, and a few kilobytes for a small stream. Content
 * without a needle costs native searches and one copy.
 */
export function createKeyScanner(): KeyScanner {
  const scan = new Scan(new ScanWindow());
  return {
    get decidedTo(): number {
      return scan.decidedTo;
    },
    write(chunk) {
      const ranges: KeyRange[] = [];
      for (let at = 0; at < chunk.length; at += sliceBytes) {
        scan.window.add(chunk.subarray(at, at + sliceBytes));
        ranges.push(...scan.advance(false));
        scan.window.drop(scan.decidedTo);
      }
      return ranges;
    },
    end: () => scan.advance(true),
  };
}
