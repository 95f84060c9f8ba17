import { lineFeedLength, type ReadTarget } from '../source/target.ts';

/** Where a page begins and how much may stand on it. */
export interface CutRequest {
  readonly offset: number;
  /** 1-based, where known. */
  readonly line: number | undefined;
  readonly startsMidLine: boolean;
  readonly maxLines: number;
  /** Bytes of the source. */
  readonly maxSourceBytes: number;
  /** JSON-escaped bytes of the content, the gutter included where there is one. */
  readonly maxBytes: number;
  readonly hasGutter: boolean;
}

/** What stands on a page. */
export interface Cut {
  readonly content: string;
  readonly nextOffset: number;
  readonly lineFeeds: number;
  readonly endsMidLine: boolean;
  /** Characters that no provider accepts, shown by others. */
  readonly replaced: number;
  /** Runs of bytes that are no text, shown as U+FFFD. */
  readonly undecodable: number;
}

/** Cuts one page; the forms of content differ in this alone. Contract: `nextOffset` is greater than `offset`. */
export type Cutter = (target: ReadTarget, request: CutRequest) => Promise<Cut>;

/** Content bytes that every page needs: a gutter with the largest line number and the longest character. */
export const minContentBytes: number = 96;

/** A longer line than what is left is cut only where less than this share of the page would be used otherwise. */
export const minUse: number = 0.5;

/**
 * Returns how many bytes of a text may cost no more than one when sent: every byte of UTF-8, and every two of UTF-16 and
 * of old encodings, cost at least that.
 */
export function bytesOfCost({ codec, encoding }: Pick<ReadTarget, 'codec' | 'encoding'>): number {
  return codec === undefined ? lineFeedLength(encoding) : 2;
}
