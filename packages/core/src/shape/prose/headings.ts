import { countLineFeeds } from '../../bytes/line-feeds.ts';
import type { KeptLine } from '../parts/kept-line.ts';
import type { LineBlock } from '../parts/line-blocks.ts';
import { keepLine } from './keep-line.ts';

/** The headings of a Markdown document. Plain data. */
export interface Headings {
  readonly count: number;
  /** The first of them. */
  readonly lines: readonly (KeptLine & { readonly level: number })[];
}

/** Finds the headings of a stream. */
export interface HeadingFinder {
  write(block: LineBlock): void;
  end(): Headings;
}

const maxKept = 400;
const maxHashes = 6;
const fewestTicks = 3;
const lineFeed = 0x0a;
const space = 0x20;
const hash = 0x23;
const backtick = 0x60;
const tilde = 0x7e;

/** Creates a finder. Contract: lines inside code fences do not count; the count is exact; keeps the first 400. */
export function createHeadingFinder(): HeadingFinder {
  const lines: (KeptLine & { level: number })[] = [];
  let count = 0;
  /** The character and the length of the fence that is open; 0 where none is. */
  let fenceByte = 0;
  let fenceLength = 0;

  const passFence = (byte: number, length: number): void => {
    if (length < fewestTicks) return;
    if (fenceByte === 0) {
      fenceByte = byte;
      fenceLength = length;
    } else if (byte === fenceByte && length >= fenceLength) fenceByte = 0;
  };
  /** Returns the level of the heading that starts at `start` (CommonMark 0.31 §4.2, fences §4.5), or 0. */
  const read = (bytes: Uint8Array, start: number): number => {
    const byte = bytes[start] as number;
    if (byte !== hash && byte !== backtick && byte !== tilde) return 0;
    let end = start + 1;
    while (bytes[end] === byte) end++;
    if (byte !== hash) passFence(byte, end - start);
    return byte === hash && fenceByte === 0 && end - start <= maxHashes && bytes[end] === space ? end - start : 0;
  };

  return {
    write({ bytes, line: firstLine, startsMidLine }) {
      let line = firstLine;
      let counted = 0;
      for (const start of markStarts(bytes, startsMidLine)) {
        const level = read(bytes, start);
        if (level === 0) continue;
        count++;
        if (lines.length === maxKept) continue;
        line += countLineFeeds(bytes, counted, start);
        counted = start;
        const feed = bytes.indexOf(lineFeed, start);
        lines.push({ ...keepLine(line, bytes.subarray(start, feed < 0 ? bytes.length : feed)), level });
      }
    },
    end: () => ({ count, lines }),
  };
}

/** Finds the lines that start with a mark, in order. Marks are rare, so three native searches beat a look at each line. */
function* markStarts(bytes: Uint8Array, startsMidLine: boolean): Generator<number, void, void> {
  const next = [hash, backtick, tilde].map((mark) => ({ mark, at: bytes.indexOf(mark) }));
  for (;;) {
    let first: { mark: number; at: number } | undefined;
    for (const found of next) if (found.at >= 0 && (first === undefined || found.at < first.at)) first = found;
    if (first === undefined) return;
    const { at } = first;
    first.at = bytes.indexOf(first.mark, at + 1);
    if (at === 0 ? !startsMidLine : bytes[at - 1] === lineFeed) yield at;
  }
}
