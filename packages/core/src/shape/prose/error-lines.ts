import { countLineFeeds } from '../../bytes/line-feeds.ts';
import { errorRank } from '../parts/error-words.ts';
import type { KeptLine } from '../parts/kept-line.ts';
import { heldBytes, type LineBlock, repeatedBytes } from '../parts/line-blocks.ts';
import { type ErrorMark, errorMarks } from './error-marks.ts';
import { createFindWords, standsAt } from './find-words.ts';
import { keepLine } from './keep-line.ts';

/** A line that reports a failure. */
export interface ErrorLine extends KeptLine {
  /** As `errorRank`. */
  readonly rank: number;
  /** Says that an earlier line says the same but for its numbers. */
  readonly isRepeat: boolean;
}

/** What a text says of failures. Plain data. */
export interface ErrorLines {
  /** Lines that hold at least one error mark. */
  readonly lineCount: number;
  /** Lines that hold each mark, as patterns for a reader; absent where `lineCount` is above `maxCounted`. */
  readonly patterns?: readonly { readonly pattern: string; readonly lineCount: number }[];
  /** The first lines of each kind. */
  readonly lines: readonly ErrorLine[];
  /** The lines that follow them. */
  readonly context: readonly KeptLine[];
}

/** Finds the lines of a stream that report a failure. */
export interface ErrorFinder {
  write(block: LineBlock): void;
  end(): ErrorLines;
}

/** Lines above which the single marks are no longer counted. */
const maxCounted = 5_000;
const maxKept = 100;
const maxOfAKind = 3;
const maxKinds = 1_000;
/** Bytes of a line that tell its kind. */
const kindBytes = 200;
/** Lines kept after each. */
export const contextLines = 6;
const lineFeed = 0x0a;
const findMarks = createFindWords(errorMarks.map((mark) => mark.bytes));

/** Creates a finder. Contract: counts are exact; keeps at most 100 lines and six after each. */
export function createErrorFinder(): ErrorFinder {
  const lines: ErrorLine[] = [];
  const context: KeptLine[] = [];
  const kinds = new Map<number, number>();
  const markCounts = new Array<number>(errorMarks.length).fill(0);
  const markLines = new Array<number>(errorMarks.length).fill(0);
  let lineCount = 0;
  let lastLine = 0;
  /** The next lines up to this one are kept as context. */
  let contextEnd = 0;

  const countMarks = (line: number, text: Uint8Array): void => {
    for (let at = findMarks(text, 0); at >= 0; at = findMarks(text, at + 1)) {
      for (let mark = 0; mark < errorMarks.length; mark++) {
        if (markLines[mark] === line || !standsAt(text, at, (errorMarks[mark] as ErrorMark).bytes)) continue;
        markLines[mark] = line;
        markCounts[mark] = (markCounts[mark] as number) + 1;
      }
    }
  };
  const keep = (line: number, bytes: Uint8Array): void => {
    if (lines.length === maxKept) return;
    const kind = kindOf(bytes);
    const seen = kinds.get(kind) ?? 0;
    if (seen === maxOfAKind || (seen === 0 && kinds.size === maxKinds)) return;
    kinds.set(kind, seen + 1);
    const kept = keepLine(line, bytes, errorMarks);
    const rank = errorRank(kept.text);
    if (rank === 0) return;
    lines.push({ ...kept, rank, isRepeat: seen > 0 });
    contextEnd = line + contextLines;
  };
  const keepContext = (block: LineBlock, fromLine: number, from: number): void => {
    let at = from;
    for (let line = fromLine; line <= contextEnd && at < block.bytes.length; line++) {
      const feed = block.bytes.indexOf(lineFeed, at);
      const end = feed < 0 ? block.bytes.length : feed;
      if ((context.at(-1)?.line ?? 0) < line) context.push(keepLine(line, block.bytes.subarray(at, end)));
      at = end + 1;
    }
  };

  return {
    write(block) {
      if (!block.startsMidLine && contextEnd >= block.line) keepContext(block, block.line, 0);
      forEachMarkedLine(block, (line, start, end, mark) => {
        if (lineCount <= maxCounted) countMarks(line, block.bytes.subarray(start, end));
        if (line === lastLine) return;
        lastLine = line;
        lineCount++;
        if ((block.startsMidLine && start === 0) || mark - start > heldBytes - repeatedBytes) return;
        keep(line, block.bytes.subarray(start, end));
        if (contextEnd > line) keepContext(block, line + 1, end + 1);
      });
    },
    end: () => ({
      lineCount,
      lines,
      context,
      ...(lineCount <= maxCounted && { patterns: countedPatterns(markCounts) }),
    }),
  };
}

function countedPatterns(counts: readonly number[]): { pattern: string; lineCount: number }[] {
  return errorMarks
    .map(({ pattern }, index) => ({ pattern, lineCount: counts[index] as number }))
    .filter((mark) => mark.lineCount > 0);
}

/** Returns a hash that lines share which differ in their digits only. */
function kindOf(bytes: Uint8Array): number {
  const end = Math.min(bytes.length, kindBytes);
  let kind = 0;
  let wasDigit = false;
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] as number;
    const isDigit = byte >= 0x30 && byte <= 0x39;
    if (!isDigit || !wasDigit) kind = (Math.imul(kind, 31) + (isDigit ? 0x30 : byte)) | 0;
    wasDigit = isDigit;
  }
  return kind;
}

type OnMarkedLine = (line: number, start: number, end: number, mark: number) => void;

/** Calls back once for each line of the block that holds a mark, with its number, its place, and that of the first mark. */
function forEachMarkedLine({ bytes, line: firstLine }: LineBlock, onLine: OnMarkedLine): void {
  let line = firstLine;
  let lineStart = 0;
  for (let mark = findMarks(bytes, 0); mark >= 0; ) {
    let start = mark;
    while (start > lineStart && bytes[start - 1] !== lineFeed) start--;
    if (start > lineStart) line += countLineFeeds(bytes, lineStart, start);
    let end = mark;
    while (end < bytes.length && bytes[end] !== lineFeed) end++;
    onLine(line, start, end, mark);
    line++;
    lineStart = end + 1;
    mark = findMarks(bytes, lineStart);
  }
}
